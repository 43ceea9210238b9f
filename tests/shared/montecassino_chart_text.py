"""A chart as text, one row a line, and back: what a CSV file of it holds (M7.1)."""

from collections.abc import Iterable, Iterator

from rules.combat_chart import Arm, ChartRow, Deed, Loss
from rules.montecassino.turn_notation import FAR
from table.errors import BadInput
from table.squares import Square

COLUMNS = ("number", "arm", "from", "to", "taken", "freed", "losses", "enemies", "deed")
SAME = "''"
"""What stands for the number in further rows of one turn."""
_OWN = "*"  # behind a loss of the shooter's own
_ARMS: dict[str, Arm] = {"I": "infantry", "A": "artillery", "-": "none"}
_DEEDS: dict[str, Deed] = {d: d for d in ("move", "free", "retreat", "shot", "give_up")}


def format_chart(rows: Iterable[ChartRow], language: str = "en") -> str:
    """Write a chart, its columns parted by commas under a line of their names; the far field is T in Italian."""
    return "\n".join([",".join(COLUMNS), *(",".join(cells(row, language)) for row in rows)]) + "\n"


def cells(row: ChartRow, language: str = "en") -> tuple[str, ...]:
    """Return a row's columns as text; losses are the squares, those of the shooter's own marked with a star."""
    far = FAR.get(language, "G")

    def square(it: Square | None) -> str:
        return "" if it is None else it.written(far)

    letter = next(letter for letter, arm in _ARMS.items() if arm == row.arm)
    losses = " ".join(square(loss.square) + (_OWN if loss.own else "") for loss in row.losses)
    return (
        SAME if row.number is None else str(row.number), letter, square(row.start), square(row.end), square(row.taken),
        str(row.freed or ""), losses, str(row.enemies), row.deed,
    )  # fmt: skip


def parse_chart(text: str) -> tuple[ChartRow, ...]:
    """Read what ``format_chart`` wrote, in any language; raises BadInput naming the line."""
    return tuple(_rows(text))


def _rows(text: str) -> Iterator[ChartRow]:
    for line, written in enumerate(text.splitlines(), start=1):
        said = [cell.strip() for cell in written.split(",")]
        if not written.strip() or tuple(said) == COLUMNS:
            continue
        try:
            yield _row(said)
        except (BadInput, KeyError, ValueError) as error:
            raise BadInput("chart, line {line}: {why}", line=line, why=str(error)) from None


def _row(said: list[str]) -> ChartRow:
    number, arm, start, end, taken, freed, losses, enemies, deed = said
    lost = (Loss(Square.parse(word.removesuffix(_OWN)), word.endswith(_OWN)) for word in losses.split())
    here, there, taken_on = (Square.parse(square) if square else None for square in (start, end, taken))
    return ChartRow(
        None if number == SAME else int(number), _ARMS[arm], here, there, taken_on, int(freed or 0), tuple(lost),
        int(enemies), _DEEDS[deed],
    )  # fmt: skip
