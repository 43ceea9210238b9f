"""Finding out what a shot did: the falls that vision finds in its frames, in the words of a proposal."""

from collections.abc import Callable
from math import dist

from referee.cannon.found import Find, Found, FoundFall, FoundMove
from referee.cannon.picking import Picked
from table.roster import Roster
from table.snapshot import Snapshot
from vision.measure import measure
from vision.table_view import TableView


def falls_finder(view: Callable[[], TableView], roster: Roster) -> Find:
    """Return what looks at the frames of a shot; ``view`` is the table as the camera sees it now."""

    def find(picked: Picked, _: Snapshot) -> Found:
        assert picked.before is not None
        before = {s.name: s for s in measure(picked.before.picture, view(), roster).stands}
        after = {s.name: s for s in measure(picked.after.picture, view(), roster).stands}
        fallen = tuple(FoundFall(name, stand.centre, 0.9) for name, stand in before.items() if name not in after)
        moved = tuple(
            FoundMove(name, stand.centre, after[name].centre, dist(stand.centre, after[name].centre))
            for name, stand in before.items()
            if name in after and dist(stand.centre, after[name].centre) > 0.2
        )
        return Found(fallen, moved)

    return find
