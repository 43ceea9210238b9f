"""The usual bases of a game, and how a marker sits on one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee.setup.match_file import MatchFile
from rules.game import MountKind, UsualBase
from rules.registry import game_named
from rules.settings import read_settings
from table.mount import Mount
from table.roster import Entry

CARD_CM, FLAT_CM, HEAD_CM, ROOF_CM, COUNTER_CM, BLOCK_CM = 0.31, 0.21, 2.56, 3.01, 0.17, 0.92
"""A marker's height above the table: on 3 mm of card behind the base, flat on a 2 mm base, on a figure's head, on a
tank's roof, on a counter of 1.5 mm card, on a wooden block lying flat."""
_OVER_CM: Mapping[MountKind, float] = {
    "middle": FLAT_CM, "head": HEAD_CM, "roof": ROOF_CM, "counter": COUNTER_CM, "block": BLOCK_CM,
}  # fmt: skip
_QUIET_MODULE = 1 / 6
LEAST_QUIET_CM = 0.2
_NEAR_CM = 0.011


def usual_bases(game: str) -> tuple[UsualBase, ...]:
    """Return the game's kinds of stands with their bases."""
    return tuple(game_named(game).bases())


def types_of(match: MatchFile, kind: str) -> tuple[str, ...]:
    """Return the types of which a stand of that kind must be one in a match; none for a kind that needs none."""
    game = game_named(match.game)
    return tuple(game.types_of(kind, read_settings(game.settings, match.settings, "match.toml")))


def types_wanted(match: MatchFile, kind: str, unit: str | None) -> str | None:
    """Return some of the types of which a stand must be one and is none; None where it is, or needs none."""
    types = types_of(match, kind)
    return ", ".join(types[:4]) if types and type_named(unit, types) is None else None


def type_named(unit: str | None, types: Sequence[str]) -> str | None:
    """Return the type that a roster's unit means, whatever its spaces, points and capitals; None for none."""
    return next((known for known in types if _plain(known) == _plain(unit or "")), None)


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def mount_of(kind: MountKind, depth_cm: float, size_cm: float) -> Mount:
    """Return where a marker of that size sits: on a tail behind the base, on its middle, a figure's head or a roof."""
    if kind == "tail":
        quiet_cm = max(size_cm * _QUIET_MODULE, LEAST_QUIET_CM)
        return Mount(along_cm=-(depth_cm / 2 + size_cm / 2 + quiet_cm), height_cm=CARD_CM, size_cm=size_cm)
    return Mount(height_cm=_OVER_CM[kind], size_cm=size_cm)


def mount_kind(entry: Entry) -> MountKind:
    """Return which of the usual mounts an entry has; ``own`` for any other."""
    for kind in ("tail", *_OVER_CM):
        usual = mount_of(kind, entry.depth_cm, entry.mount.size_cm)
        offs = (
            usual.along_cm - entry.mount.along_cm,
            usual.across_cm - entry.mount.across_cm,
            usual.height_cm - entry.mount.height_cm,
            usual.turn_deg - entry.mount.turn_deg,
        )
        if max(map(abs, offs)) < _NEAR_CM:
            return kind
    return "own"


def entry_of(
    marker: int, name: str, side: str, kind: str, unit: str, base_cm: tuple[float, float], mount: MountKind,
    size_cm: float, before: Entry | None = None,
) -> Entry:  # fmt: skip
    """Return a roster's line; with the mount ``own`` everything the page does not show stays as it was ``before``."""
    width_cm, depth_cm = base_cm
    if mount == "own" and before is not None:
        return replace(
            before,
            marker=marker,
            name=name,
            side=side,
            kind=kind,
            unit=unit or None,
            width_cm=width_cm,
            depth_cm=depth_cm,
        )
    where = mount_of("tail" if mount == "own" else mount, depth_cm, size_cm)
    bases = before.bases if before is not None else ()
    state = before.state if before is not None else {}
    group, layer = (before.group, before.layer) if before is not None else (None, None)
    return Entry(marker, name, side, kind, width_cm, depth_cm, where, unit or None, bases, state, group, layer)
