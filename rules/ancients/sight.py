"""Line of sight from the middle of a hex to that of another: what it crosses and what blocks it (C10.4)."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.ancients.position import AncientsBoard
from rules.ruling import Shape
from table.hexes import Hex, line


@dataclass(frozen=True, slots=True)
class Crossed:
    """One step of a line: the hex it crosses, or the two along whose border it runs; which of them are blocked."""

    hexes: tuple[Hex, ...]
    blocking: tuple[Hex, ...]

    @property
    def blocks(self) -> bool:
        """Whether the line is blocked there: along a border only where both hexes are."""
        return len(self.blocking) == len(self.hexes)


@dataclass(frozen=True, slots=True)
class Sight:
    """A line of sight: its ends, and every step between them; the end hexes never block."""

    start: Hex
    end: Hex
    between: tuple[Crossed, ...]

    @property
    def free(self) -> bool:
        """Whether the target is seen."""
        return not any(each.blocks for each in self.between)

    @property
    def blockers(self) -> tuple[Hex, ...]:
        """Return the hexes that block it."""
        return tuple(here for each in self.between if each.blocks for here in each.blocking)


def sight(position: AncientsBoard, start: Hex, end: Hex) -> Sight:
    """Return the line of sight between two hexes."""
    steps = (entry for entry in line(start, end) if start not in entry and end not in entry)
    between = (Crossed(entry, tuple(here for here in entry if blocks(position, here))) for entry in steps)
    return Sight(start, end, tuple(between))


def blocks(position: AncientsBoard, here: Hex) -> bool:
    """Say whether a hex blocks sight: it holds a unit, a leader, or terrain of the owner's book that does."""
    return bool(position.on(here)) or any(row.blocks_sight for row in position.ground_on(here))


def sight_shapes(position: AncientsBoard, seen: Sight) -> Iterator[Shape]:
    """Yield the line, the hexes it crosses, and those that block it."""
    for each in seen.between:
        for here in each.hexes:
            if position.has(here):
                role = "blocking" if here in each.blocking else "crossed"
                yield Shape(role, "polygon", position.corners(here), label=position.label(here))
    ends = (position.centre(seen.start), position.centre(seen.end))
    yield Shape("sight" if seen.free else "blocked", "line", ends)


def sight_detail(position: AncientsBoard, seen: Sight) -> dict[str, object]:
    """Return what a sentence says of a line: the hexes crossed, and who or what stands in the way."""
    who = [stand.name for here in seen.blockers for stand in position.on(here)]
    labels = [position.label(here) for here in seen.blockers]
    return {"hexes": labels, "stands": who or labels, "border": any(len(each.hexes) > 1 for each in seen.between)}
