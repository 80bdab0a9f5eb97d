"""Question banks on the command line: in, and out with other words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scaning.errors import UsageError

if TYPE_CHECKING:
    from scaning.banks import Bank, Rewritten
    from scaning.commands.variants import Writer
    from scaning.corpus import Cells


def to_bank(path: str, output: str, writer: Writer, *, n: int, quiet: bool) -> None:
    """Write a bank with its questions rewritten; `n` of them where there are several."""
    from scaning.banks import read_bank
    from scaning.corpus import written

    if Path(output).suffix.lower() != Path(path).suffix.lower():
        raise UsageError(f"{output}: a bank stays what it is; its ending must be that of {path}.")
    bank = read_bank(path)
    done = list(_rewritten(path, bank, writer, quiet=quiet))
    for number, target in enumerate(targets(output, n)):
        with written(target) as stream:
            stream.write(bank.rewritten(picked(done, number)))


def rows_of(path: str, writer: Writer, *, quiet: bool) -> Iterator[Cells]:
    """A row for each variant of each question of a bank."""
    from scaning.banks import read_bank
    from scaning.commands.variants import cells_of

    for one in _rewritten(path, read_bank(path), writer, quiet=quiet):
        own = {"id": one.item.id, "name": one.item.name, "question": one.item.question}
        if one.found is None:
            continue
        for cells in cells_of(own, one.found, rejected=writer.rejected):
            yield {**cells, "paraphrase": one.item.around(str(cells["paraphrase"]))}


def picked(done: Sequence[Rewritten], number: int) -> dict[int, str]:
    """The variant of each question in one of several banks; those with fewer come again."""
    return {
        place: one.variants[number % len(one.variants)]
        for place, one in enumerate(done)
        if one.variants
    }


def targets(output: str, n: int) -> list[str]:
    """The names of `n` files.

    >>> targets("new.xml", 1), targets("new.xml", 2)
    (['new.xml'], ['new-1.xml', 'new-2.xml'])
    """
    path = Path(output)
    if n == 1:
        return [output]
    return [str(path.with_name(f"{path.stem}-{k}{path.suffix}")) for k in range(1, n + 1)]


def _rewritten(path: str, bank: Bank, writer: Writer, *, quiet: bool) -> Iterator[Rewritten]:
    """The questions of a bank in order; those that stay are named."""
    from scaning.banks import rewritings
    from scaning.terminal import counted, tell

    stay = few = 0
    for one in rewritings(bank, writer.paraphraser, writer.wish):
        stay += not one.variants
        few += 0 < len(one.variants) < writer.wish.n
        if not one.variants and not quiet:
            tell(f"{path}: {one.item.name}: stays as it is: {one.why}")
        yield one
    if not quiet:
        some = f", {few:,} of them with fewer than {writer.wish.n} variants" if few else ""
        tell(
            f"{counted(len(bank.items), 'question')}: {len(bank.items) - stay:,} rewritten{some}, "
            f"{stay:,} as they were"
        )
