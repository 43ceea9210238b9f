"""Finding out what a shot did: the falls that vision sees in its pictures, in the words of a proposal."""

from collections.abc import Callable

from referee.cannon.found import Find, Found, FoundFall, FoundMove
from referee.cannon.picking import Picked
from table.roster import Roster
from table.snapshot import Snapshot
from vision.falls import see_shot
from vision.table_view import TableView


def falls_finder(view: Callable[[], TableView], roster: Roster) -> Find:
    """Return what looks at the frames of a shot; ``view`` is the table as the camera sees it now."""

    def find(picked: Picked, table: Snapshot) -> Found:
        assert picked.before is not None
        standing = {stand.name for stand in table.stands}
        seen = see_shot(picked.before.picture, picked.after.picture, view(), roster)
        fallen = tuple(FoundFall(f.name, f.place, f.confidence) for f in seen.fallen if f.name in standing)
        moved = tuple(FoundMove(m.name, m.start, m.end, m.cm) for m in seen.moved if m.name in standing)
        impact = seen.impact
        return Found(
            fallen, moved,
            shell=None if impact is None else (impact.x, impact.y),
            shell_sigma_cm=None if impact is None else impact.sigma_cm,
            zone=seen.zone, notes=_notes(seen.pushed_cm, seen.covered),
        )  # fmt: skip

    return find


def _notes(pushed_cm: float, covered: tuple[str, ...]) -> tuple[str, ...]:
    return (*(("board_pushed",) if pushed_cm else ()), *(("covered",) if covered else ()))
