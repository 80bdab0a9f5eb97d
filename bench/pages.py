"""Writes the parts of README.md and docs/ that are made, not written.

    python bench/pages.py

The table of results comes from results/*.json, the table of reasons from the code, and below each
`$ command` of a console block stands what it prints. A test asserts that nothing is out of date.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from gallery import gallery

from scaning.facts import REASONS

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))

CONSOLE = re.compile(r"^```console\n\$ ([^\n]+)\n.*?(?=^```$)", re.MULTILINE | re.DOTALL)
MADE = re.compile(r"^<!-- made: (\w+) -->\n\n.*?(?=^<!-- end -->$)", re.MULTILINE | re.DOTALL)


class Figure(NamedTuple):
    """A line of the table of results."""

    what: str
    results: str
    say: Callable[[Any], str]


def solvability(figures: Mapping[str, Any]) -> str:
    """How well the facts agree with human labels, beside the published numeracy."""
    ours, theirs = figures["facts"], figures["published numeracy"]
    return (
        f"accuracy {ours['accuracy']:.3f}, AUC {ours['auc']:.3f} "
        f"({theirs['accuracy']:.3f}, {theirs['auc']:.3f}), n = {ours['n']}"
    )


def scorer(figures: Mapping[str, Any]) -> str:
    """How well the trained similarity ranks candidates, beside the cosine it was trained from."""
    alone, before, both = (
        figures[name]["auc"]
        for name in ("ParaQD similarity", "all-MiniLM-L6-v2 cosine", "combination")
    )
    return f"AUC {alone:.3f} ({before:.3f}), with the facts {both:.3f}, n = {figures['n']}"


def breaks(figures: Mapping[str, Any]) -> str:
    """How many kinds of damage are rejected, and how many harmless changes accepted."""
    cased = figures["cased"].values()
    # Rejected for a reason of the right kind, which is asked more than to be rejected.
    rejected = [f["named"]["share"] for f in cased if "named" in f]
    accepted = [f["accepted"]["share"] for f in figures["cased"].values() if "accepted" in f]
    return (
        f"{sum(s >= 0.95 for s in rejected)} of {len(rejected)} kinds of damage rejected for a "
        "reason of the right kind, "
        f"{sum(s >= 0.95 for s in accepted)} of {len(accepted)} harmless changes accepted, "
        "in at least 95%"
    )


def quantities(figures: Mapping[str, Any]) -> str:
    """How many quantities are read as they are meant."""
    golden, to_words = figures["golden"], figures["figures_to_words"]
    return (
        f"{golden['share']:.1%} of {golden['n']} expressions by hand; "
        f"{to_words['share']:.1%} of {to_words['n']:,} problems written in words"
    )


def survived(figures: Mapping[str, Any]) -> str:
    """What came of arbitrary files."""
    lost = figures["failures"] - figures["tracebacks"] - figures["hangs"]
    return (
        f"{figures['n']:,} inputs, {figures['tracebacks']} tracebacks, {figures['hangs']} hangs, "
        f"{lost} other failures; {figures['good_rows_processed']:,} good rows processed, "
        f"{figures['bad_rows_named']:,} bad ones named"
    )


def served(figures: Mapping[str, Any]) -> str:
    """What became of many clients at once."""
    memory = figures["memory"]
    return (
        f"{figures['answered']:,} answers by the model `{figures['model']}`, "
        f"{figures['mixed_up']} mixed up, {sum(figures['lost'].values())} lost; "
        f"{figures['refused_429']:,} times told to come again; memory {memory['after_warm_up_mb']} "
        f"MB after 20 s, {memory['at_end_mb']} MB at the end"
    )


def outlived(figures: Mapping[str, Any]) -> str:
    """What of the reviews was there after a kill."""
    both = [figures["sqlite"], figures["postgresql"]]
    kills, lost = (sum(one[name] for one in both) for name in ("kills", "lost"))
    return f"{figures['n']:,} confirmed, {kills} kills, {lost} lost"


def stood(figures: Mapping[str, Any]) -> str:
    """What came of odd requests."""
    both = [figures["sqlite"], figures["postgresql"]]
    bad, tracebacks = (sum(one[name] for one in both) for name in ("5xx", "tracebacks"))
    return f"{figures['n']:,} requests, {bad} answered with 5xx, {tracebacks} tracebacks"


def waiting(figures: Mapping[str, Any]) -> str:
    """How long somebody waits for variants."""
    cold, warm, bulk = figures["cold"], figures["warm"], figures["bulk"]
    return (
        f"help {cold['help']['median']:.2f} s, first result "
        f"{cold['first_result']['median']:.1f} s, then p50 {warm['p50']:.2f} s, p95 "
        f"{warm['p95']:.2f} s ({warm['variants']} accepted for {warm['problems']} problems); "
        f"{bulk['problems_per_second']:.1f} problems a second"
    )


def peers(figures: Mapping[str, Any]) -> str:
    """Who changed numbers in how many of the problems."""
    named = (
        f"{name} {of['numbers_changed']} of {of['rewritten']}"
        for name, of in figures["systems"].items()
    )
    return "; ".join(named)


def shipped(figures: Mapping[str, Any]) -> str:
    """The published figure of both models, and what a user gets."""
    found = {(r["set"], r["system"], r["of"], r["figure"]): r["value"] for r in figures["promised"]}
    sets = ("aqua_test", "sawp_test")
    psi, delta, covered, far = (
        " and ".join(f"{found[name, *rest]:.2f}" for name in sets)
        for rest in (
            ("Ψ", "best of 24", "pqi"),
            ("Δ", "best of 12", "pqi"),
            ("product", "coverage", "an accepted one"),
            ("product", "top 1", "diversity"),
        )
    )
    return (
        f"PQI of Ψ, best of 24, {psi}; of Δ, best of 12, {delta}; handed out for a share of "
        f"{covered} of the problems, with a diversity of {far}"
    )


def marks(figures: Mapping[str, Any]) -> str:
    """The marks of a reader, beside those of the paper's own readers."""
    ours, paper = figures["all"], figures["paper"]
    named = (f"{name} {ours[name]['value']:.2f} ({paper[name]})" for name in paper)
    return f"{', '.join(named)}, n = {figures['n']}"


FIGURES = (
    Figure(
        "Solvability against human labels, AQuA (beside it the published numeracy)",
        "facts",
        lambda r: solvability(r["dev"]),
    ),
    Figure(
        "The same on SAWP, which no choice rests on", "facts", lambda r: solvability(r["report"])
    ),
    Figure(
        "Invented free rewritings, which no choice rests on",
        "facts",
        lambda r: solvability(r["free_report"]),
    ),
    Figure(
        "The trained similarity, AQuA (beside it the cosine of all-MiniLM-L6-v2)",
        "scorer",
        lambda r: scorer(r["dev"]),
    ),
    Figure("The same on SAWP, which no choice rests on", "scorer", lambda r: scorer(r["report"])),
    Figure(
        "The same on single edits beside free rewritings", "scorer", lambda r: scorer(r["hard"])
    ),
    Figure(
        "What the shipped model writes, of thirty problems of each test set", "shipped", shipped
    ),
    Figure("First variants read by one of us, 0 to 5", "reading", marks),
    Figure("Problems broken, and problems rewritten, by program", "breaks", breaks),
    Figure("Quantities", "quantities", quantities),
    Figure(
        "The encoder, int8 beside fp32",
        "encoder_parity",
        lambda r: (
            f"{r['shipped']['megabytes']:.0f} MB for {r['fp32']['megabytes']:.0f}, AUC on labels "
            f"{r['shipped']['auc']:.3f} for {r['fp32']['auc']:.3f}"
        ),
    ),
    Figure(
        "Arbitrary files through `check`, `score` and `select`",
        "fuzz",
        survived,
    ),
    Figure("200 clients at once for two minutes, over HTTP", "http_load", served),
    Figure("`kill -9` while reviews are accepted, SQLite and PostgreSQL", "http_kill", outlived),
    Figure("Odd requests over HTTP, on each database", "http_fuzz", stood),
    Figure("Waiting for three variants, by the rules", "latency_rules", waiting),
    Figure(
        "The default install",
        "install",
        lambda r: f"{r['megabytes']:.0f} MB on disk, {'with' if r['torch'] else 'no'} torch",
    ),
    Figure("Numbers changed in rewritings of 50 problems of aqua_val", "peers", peers),
)


def results_table() -> str:
    """The figures of results/*.json, each with the command that made it."""
    lines = ["| What | Figure | Command |", "|---|---|---|"]
    for what, name, say in FIGURES:
        path = f"results/{name}.json"
        results = json.loads((ROOT / path).read_text(encoding="utf-8"))
        lines.append(f"| [{what}]({path}) | {say(results)} | `{results['command']}` |")
    return "\n".join(lines) + "\n\n"


def reasons_table() -> str:
    """The kinds of reason."""
    lines = ["| Kind | What it says |", "|---|---|"]
    lines += [f"| `{kind}` | {meaning} |" for kind, meaning in REASONS.items()]
    return "\n".join(lines) + "\n\n"


TABLES: Mapping[str, Callable[[], str]] = {
    "results": results_table,
    "reasons": reasons_table,
    "gallery": gallery,
}


def made(page: str) -> str:
    """The page with its made parts as they should be."""
    page = CONSOLE.sub(lambda found: f"```console\n$ {found[1]}\n{printed(found[1])}", page)
    return MADE.sub(lambda found: f"<!-- made: {found[1]} -->\n\n{TABLES[found[1]]()}", page)


def printed(command: str) -> str:
    """What a command prints, run in the root of the project on a screen of 80 columns."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=os.environ | {"PATH": path, "COLUMNS": "80"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return "\n".join(line.rstrip() for line in ran.stdout.splitlines()).strip() + "\n"


def main() -> None:
    """Bring every page up to date."""
    for path in PAGES:
        page = path.read_text(encoding="utf-8")
        if (new := made(page)) != page:
            path.write_text(new, encoding="utf-8")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
