"""Question banks: only the words of questions change, and all else stays byte by byte."""

import re
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

import defusedxml.ElementTree
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaning.banks import Bank, Item, bank_of, read_bank, rewritings
from scaning.banks.fragment import plain, replaced, runs
from scaning.banks.gift import escaped, unescaped
from scaning.banks.safety import goes_with, why_not
from scaning.cli import main
from scaning.errors import InputError
from scaning.paraphraser import Paraphraser, Wish
from scaning.records import Candidate, Problem

EXAMPLES = Path(__file__).parents[1] / "examples" / "banks"
PENS = "Ann has 45 pens. She gives 17 pens to Ben. How many pens does Ann have left?"
OTHER = "Of her 45 pens Ann gives 17 to Ben. How many pens does she have left?"


class Fake:
    """Proposes the same texts for every problem."""

    name = "fake"

    def __init__(self, *texts: str) -> None:
        self.texts = texts

    def candidates(  # noqa: D102
        self, problems: Sequence[Problem], *, n: int, prompts: Sequence[str], seed: int
    ) -> list[list[Candidate]]:
        return [[Candidate(text, "", self.name) for text in self.texts] for _ in problems]


def quiz(inner: str, *, kind: str = "numerical", format: str = "html", answers: str = "") -> bytes:
    """A quiz of one question."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\r\n<quiz><question type="{kind}"><name><text>N'
        f'</text></name><questiontext format="{format}"><text>{inner}</text></questiontext>'
        f"{answers}</question></quiz>\r\n"
    ).encode()


def only(bank: Bank) -> Item:
    """The one question of a bank."""
    assert len(bank.items) == 1
    return bank.items[0]


def put(data: bytes, variant: str, *, gift: bool = False) -> bytes:
    """The bytes of a bank of one question with a variant in it."""
    return bank_of(data, gift=gift).rewritten({0: variant})


@pytest.mark.parametrize("name", ["quiz.xml", "quiz.gift", "item.xml"])
def test_a_bank_of_which_nothing_is_replaced_is_the_same_to_the_byte(name: str) -> None:
    data = (EXAMPLES / name).read_bytes()
    assert read_bank(EXAMPLES / name).rewritten({}) == data


@pytest.mark.parametrize("name", ["quiz.xml", "quiz.gift", "item.xml"])
def test_a_replaced_text_is_read_back_and_nothing_else_differs(name: str) -> None:
    bank = read_bank(EXAMPLES / name)
    gift = name.endswith("gift")
    for place, item in enumerate(bank.items):
        if item.why:
            continue
        variant = "Is 1 = 2: {a} ~ <b> & “ü” # then, 8 or not?"
        data = bank.rewritten({place: variant})
        assert data[: item.start] == bank.data[: item.start]
        assert data.endswith(bank.data[item.end :])
        again = bank_of(data, gift=gift)
        assert variant in again.items[place].question
        others = [n for n in range(len(bank.items)) if n != place]
        assert [again.items[n].question for n in others] == [bank.items[n].question for n in others]
        assert again.items[place].options == item.options
        assert again.items[place].answers == item.answers


def test_the_example_of_moodle_is_read_as_it_is_meant() -> None:
    books, candies, share, figure, cloze = read_bank(EXAMPLES / "quiz.xml").items
    assert (books.id, books.name, books.answers) == ("books-1", "Books", ("27",))
    assert books.text.startswith("A trader bought some books for Rs 8 each.")
    assert candies.name == "Candies & children"
    assert candies.options == ("20", "4^5", "5!")
    assert candies.pictures == 1
    assert share.answers == ("the shopkeeper",)
    assert "shown" in figure.why
    assert "inside its text" in cloze.why


def test_the_example_of_gift_is_read_as_it_is_meant() -> None:
    bricks, ratio, missing, train, description = read_bank(EXAMPLES / "quiz.gift").items
    assert (bricks.id, bricks.name) == ("bricks-1", "Bricks: how many?")
    assert bricks.options == ("600 cents", "50 cents", "6 dollars")
    assert bricks.answers == ("600 cents", "6 dollars")
    assert "ratio 1:4" in ratio.text
    assert ratio.answers == ("5",)
    assert "inside its text" in missing.why
    assert train.answers == ("true",)
    assert description.why == "it asks nothing"


def test_the_example_of_qti_is_read_as_it_is_meant() -> None:
    item = only(read_bank(EXAMPLES / "item.xml"))
    assert (
        item.text == "In a school, 600 students voted. The teachers counted the votes in 2 hours."
        or (item.text.startswith("If the winner"))
    )
    assert item.options == ("300", "330", "Fewer & 55% of 500")
    assert item.answers == ("330",)
    assert item.pictures == 1


@pytest.mark.parametrize(
    "inner",
    [
        f"<![CDATA[<p>{PENS}</p>]]>",
        f"\n  <![CDATA[\n<p>{PENS}</p>\n]]>\n",
        escape(f"<p>{PENS}</p>"),
        PENS,
        f'<![CDATA[<p><span style="a>b">{PENS}</span></p><p>&nbsp;</p><!-- <p>x</p> -->]]>',
        f"<![CDATA[{PENS.replace('45', '<b>45</b>')}<br />]]>",
        escape(PENS.replace(" ", "&nbsp;")),
    ],
)
def test_a_text_is_found_and_replaced_however_it_is_wrapped(inner: str) -> None:
    data = quiz(inner)
    assert only(bank_of(data)).text == PENS
    new = put(data, OTHER)
    assert only(bank_of(new)).text == OTHER
    assert ("<![CDATA[" in new.decode()) == ("<![CDATA[" in data.decode())
    assert new.decode().count("&nbsp;") == (1 if "<p>&nbsp;</p>" in inner else 0)
    assert ("<b>45</b>" in new.decode()) == ("<b>45</b>" in inner)


def test_a_variant_that_loses_what_a_tag_marks_is_not_put() -> None:
    item = only(bank_of(quiz(f"<![CDATA[{PENS.replace('Ben', '<i>Ben</i>')}]]>")))
    assert item.put(OTHER) is not None
    assert item.put(OTHER.replace("Ben", "him")) is None
    assert item.put(OTHER + " Ben?") is None


def test_what_a_section_cannot_hold_is_written_otherwise_or_not_at_all() -> None:
    data = quiz(f"<![CDATA[{PENS}]]>")
    assert (
        only(bank_of(put(data, "Is a]]>b true or not here?"))).text == "Is a]]>b true or not here?"
    )
    latin = data.replace(b"UTF-8", b"ISO-8859-1")
    assert only(bank_of(latin)).put("“Ann”") is None
    plain_latin = quiz(PENS).replace(b"UTF-8", b"ISO-8859-1")
    assert b"&#8220;Ann&#8221;" in put(plain_latin, "“Ann” is here now?")


def test_files_in_utf_16_are_read_and_written_in_it() -> None:
    text = quiz(f"<![CDATA[<p>{PENS}</p>]]>").decode().replace("UTF-8", "UTF-16")
    data = text.encode("utf-16")
    new = put(data, OTHER)
    assert new.decode("utf-16") == text.replace(PENS, OTHER)


@pytest.mark.parametrize(
    ("kind", "text", "why"),
    [
        ("cloze", PENS, "inside its text"),
        ("description", PENS, "asks nothing"),
        ("calculated", PENS, "placeholders"),
        ("numerical", PENS.replace("45", "{a}"), "placeholder"),
        (
            "numerical",
            r"Ann has \(4^2\) pens. She sells 3 of them now. How many are left?",
            "formula",
        ),
        ("numerical", PENS.replace("45", "10<sup>2</sup>"), "formula"),
        ("numerical", "How many?", "too short"),
        ("numerical", 'How many?<img src="x.png">', "picture"),
        ("numerical", '<img src="x.png">', "picture"),
        ("numerical", "", "no text"),
        ("shortanswer", "Ann has ____ pens. She gives 17 pens to Ben and keeps 28.", "inside"),
        ("shortanswer", "Which word of the sentence says how many pens Ann has?", "its own words"),
        ("numerical", f'Ann has <img src="x.png"> pens. {PENS}', "gap"),
    ],
)
def test_what_cannot_be_rewritten_safely_says_why(kind: str, text: str, why: str) -> None:
    item = only(bank_of(quiz(f"<![CDATA[{text}]]>", kind=kind)))
    assert why in item.why
    with pytest.raises(InputError):
        bank_of(quiz(f"<![CDATA[{text}]]>", kind=kind)).rewritten({0: OTHER})


def test_the_longest_paragraph_is_rewritten_and_must_go_with_the_others() -> None:
    inner = "<p>Ann has 45 red pens and gives 17 pens to Ben.</p><p>How many pens has Ann left?</p>"
    item = only(bank_of(quiz(f"<![CDATA[{inner}]]>")))
    assert item.text == "Ann has 45 red pens and gives 17 pens to Ben."
    assert item.after == "How many pens has Ann left?"
    assert goes_with(item, "Ben gets 17 of the 45 red pens that Ann has.")
    assert not goes_with(item, "Ben gets 17 of the 45 red biros that Ann has.")


def test_a_variant_must_keep_the_words_of_the_options() -> None:
    answers = '<answer fraction="100"><text>the shopkeeper</text></answer>'
    item = only(
        bank_of(quiz("The shopkeeper sells 5 pens to a boy. Who sells them?", answers=answers))
    )
    assert not goes_with(item, "5 pens are sold to a boy by the merchant. Who sells them?")
    assert goes_with(item, "5 pens are sold to a boy by the shopkeeper. Who sells them?")


BOMB = b'<!DOCTYPE q [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
FILE = b'<!DOCTYPE q [<!ENTITY x SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize("doctype", [BOMB, FILE, b'<!DOCTYPE quiz SYSTEM "http://x/y.dtd">'])
def test_document_types_and_entities_are_refused(doctype: bytes) -> None:
    data = quiz("&x; pens are sold by Ann to Ben, how many?").replace(
        b"<quiz>", doctype + b"<quiz>"
    )
    with pytest.raises(InputError, match="refused"):
        bank_of(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<quiz><question></quiz>", "not sound XML"),
        (b"", "not sound XML"),
        (b"<html><p>5</p></html>", "<html> is no question bank"),
        (b"<quiz>" + b"<a>" * 300 + b"</a>" * 300 + b"</quiz>", "nested"),
        (b'<?xml version="1.0" encoding="klingon"?><quiz></quiz>', "not sound XML"),
    ],
)
def test_what_is_no_bank_is_a_clear_error(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        bank_of(data)


def test_gift_that_is_not_utf_8_is_a_clear_error() -> None:
    with pytest.raises(InputError, match="UTF-8"):
        bank_of(b"\xff\xfe\x00 {=1}", gift=True)


@given(st.text(alphabet="ab 1~=#{}:<>&.?é“", max_size=40))
def test_what_gift_escapes_it_reads_back(text: str) -> None:
    assert unescaped(escaped(text)) == text


@given(st.text(max_size=60))
def test_any_file_is_read_or_refused_with_a_reason(text: str) -> None:
    for gift in (True, False):
        try:
            bank = bank_of(text.encode("utf-8", "surrogatepass"), gift=gift)
        except InputError:
            continue
        assert bank.rewritten({}) == bank.data


NASTY = r"""// comment with {braces} and ~ = #
::A title \: with \{ escapes \}::
// another comment
[html]<p>Ann has 45 pens and x \= 2. She gives 17 pens to Ben. How many pens does Ann have?</p>
{
~%-50%wrong \} brace#feedback with \~ and \= no
=28#yes\: it is
}

Is 5 \= 5 for the boy who has 5 pens and sells none of them today?{T#no#yes}

Match each of the 3 boys with the pens that he sells today.{=Al -> 3 =Bo -> 4 =Cy -> 5}

Write about the 3 boys who sell 4 pens each day of the week. {}
"""


def test_nasty_gift_is_read_as_moodle_reads_it() -> None:
    for text in (NASTY, NASTY.replace("\n", "\r\n"), "\ufeff" + NASTY):
        bank = bank_of(text.encode(), gift=True)
        title, same, match, essay = bank.items
        assert title.name == "A title : with { escapes }"
        assert title.text.startswith("Ann has 45 pens and x = 2.")
        assert title.options == ("wrong } brace", "28")
        assert title.answers == ("28",)
        assert same.answers == ("true",)
        assert match.fixed[1:] == ("Al -> 3", "Bo -> 4", "Cy -> 5")
        assert essay.answers == ()
        new = bank.rewritten({0: "Is {x} = 5 or 2: who knows this?"}).decode()
        assert r"[html]<p>Is \{x\} \= 5 or 2\: who knows this?</p>" in new
        assert bank.rewritten({}) == text.encode()


def test_markup_without_a_pair_is_not_torn() -> None:
    markup = "a <b>3 pens <i>are</b> here</i> now"
    run = runs(markup)[0]
    assert replaced(markup, run, "3 pens are here now") is None
    assert plain(markup) == "a 3 pens are here now"


def test_variants_of_a_bank_are_those_that_can_be_put_into_it() -> None:
    marked = PENS.replace("Ben", "<i>Ben</i>")
    bank = bank_of(quiz(f"<![CDATA[{marked}]]>"))
    without = "17 of the 45 pens that Ann has are given to Ben. How many pens are left?"
    paraphraser = Paraphraser(generators=[Fake(OTHER, OTHER.replace("Ben", "Bob"), without)])
    found = next(rewritings(bank, paraphraser, Wish(n=5, keep_names=False)))
    assert OTHER in found.variants
    assert all("Ben" in text for text in found.variants)


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    with pytest.raises(SystemExit) as exit_:
        main(["paraphrase", *map(str, arguments), "--model", "rules"])
    return int(exit_.value.code or 0), capsys.readouterr().err


def test_a_bank_is_rewritten_by_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = tmp_path / "new.xml"
    code, err = run(capsys, EXAMPLES / "quiz.xml", "-o", new)
    assert code == 0
    assert "Cloze: stays as it is: its answers are written inside its text" in err
    assert "5 questions: 3 rewritten, 2 as they were" in err
    before, after = (
        defusedxml.ElementTree.parse(path).getroot() for path in (EXAMPLES / "quiz.xml", new)
    )
    old, now = ([e.text for e in root.iter()] for root in (before, after))
    assert len(old) == len(now)
    changed = [a for a, b in zip(old, now, strict=True) if a != b]
    assert len(changed) == 3
    assert all(word in " ".join(map(str, changed)) for word in ("books", "candies", "share"))


def test_several_variants_make_several_banks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, EXAMPLES / "quiz.gift", "-o", tmp_path / "new.gift", "-n", 2, "-q") == (
        0,
        "",
    )
    first, second = ((tmp_path / f"new-{k}.gift").read_bytes() for k in (1, 2))
    assert first != second
    assert len(bank_of(first, gift=True).items) == len(bank_of(second, gift=True).items) == 5


def test_the_questions_of_a_bank_can_be_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "rows.csv"
    assert run(capsys, EXAMPLES / "item.xml", "-o", out, "-n", 1)[0] == 0
    assert out.read_text(encoding="utf-8").splitlines()[0].startswith("id,name,question,paraphrase")
    assert "how many votes did the winner get?" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("input", "output", "message"),
    [
        ("quiz.xml", "new.gift", "a bank stays what it is"),
        ("none.xml", "new.xml", "no such file"),
    ],
)
def test_a_mistake_with_banks_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], input: str, output: str, message: str
) -> None:
    code, err = run(capsys, EXAMPLES / input, "-o", tmp_path / output)
    assert code == 2
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("text", ["Ann has 3 pens and buys 5 more. How many pens has she?"])
def test_a_plain_problem_is_safe(text: str) -> None:
    assert why_not(text) == ""
