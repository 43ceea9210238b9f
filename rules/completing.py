"""A table as a game's rules take it: every stand of a kind that the game knows, with a base, and no unknown terrain."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from rules.game import UsualBase
from rules.tables import check_terrain_kinds
from table.errors import BadFile
from table.snapshot import Snapshot
from table.stand import Stand


def on_usual_bases(
    bases: Sequence[UsualBase], terrain_kinds: Collection[str]
) -> Callable[[Snapshot, Any, str], Snapshot]:
    """Return what completes a game's tables: a stand without a size gets the usual base of its kind.

    What it returns raises BadFile for a kind of stand or terrain that the game does not know.
    """
    known = {base.kind: base for base in bases}

    def sized(stand: Stand, number: int, source: str) -> Stand:
        if stand.kind not in known:
            raise BadFile(source, f"stand[{number}].kind", " or ".join(known), repr(stand.kind))
        base = known[stand.kind]
        return replace(stand, width_cm=stand.width_cm or base.width_cm, depth_cm=stand.depth_cm or base.depth_cm)

    def complete(snapshot: Snapshot, _settings: Any, source: str) -> Snapshot:
        check_terrain_kinds(snapshot, terrain_kinds, source)
        return replace(snapshot, stands=tuple(sized(s, n, source) for n, s in enumerate(snapshot.stands, start=1)))

    return complete
