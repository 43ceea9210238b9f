"""A film of a match as what each of its pictures shows: figures glide, a ruling is told, who is lost fades."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from shapely import LineString

from referee.evidence.window import Window, deciding_window, table_window
from referee.film.scenes import END_S, TITLE_S, Scene, Story
from table.snapshot import Snapshot
from table.stand import Stand, wrap_deg

WIDE, HIGH = 960, 660
"""The table's part of a picture, in px."""
GLIDE, VERDICT, CHANGE = 0.26, 0.28, 0.22
"""Parts of a ruling's time: coming to it, its verdict, what it changes; what is left is for its dice."""
NEAREST = 0.42
"""A window on a ruling shows at least so much of the table."""
Line = tuple[str, int, bool]
"""A line of text, how large it is, and whether it is bold."""


@dataclass(frozen=True)
class Still:
    """What a picture shows, and for how many frames.

    ``is_ruled``: what the ruling rests on is drawn; ``is_told``: its dice fell. ``lost`` are crossed out, and the part
    ``faded`` of them is gone; ``upright`` are struck through once: they fell and stand up again. ``turn`` is said
    across the table where it is new. ``lines`` are written over the table.
    """

    scene: Scene
    table: Snapshot
    window: Window
    count: int
    score: tuple[str, ...] = ()
    turn: str = ""
    is_ruled: bool = False
    is_told: bool = False
    lost: tuple[Stand, ...] = ()
    upright: frozenset[str] = frozenset()
    faded: float = 0.0
    lines: tuple[Line, ...] = ()


def length_of(story: Story, fps: int) -> int:
    """Return how many frames a film has."""
    return round(TITLE_S * fps) + len(story.entries) * round(story.scene_s * fps) + round(END_S * fps)


def stills_of(story: Story, fps: int) -> Iterator[Still]:
    """Yield what is shown, from the title to the end card."""
    last: Still | None = None
    for scene in story.scenes():
        if last is None:
            last = Still(scene, scene.before, table_window(scene.card, WIDE, HIGH), round(TITLE_S * fps))
            yield replace(last, lines=_title(story))
            turn = scene.turn
        else:
            turn = scene.turn if scene.turn != last.scene.turn else ""
        for still in _ruling(scene, last, turn, round(story.scene_s * fps)):
            yield still
            last = still
    assert last is not None
    whole = table_window(last.scene.card, WIDE, HIGH)
    yield Still(last.scene, last.scene.after, whole, round(END_S * fps), lines=_end(story))


def _ruling(scene: Scene, last: Still, turn: str, total: int) -> Iterator[Still]:
    """Yield a ruling: the way to it from the picture before, its verdict, its dice, what it changes."""
    glide, verdict, change = (round(part * total) for part in (GLIDE, VERDICT, CHANGE))
    before, after, near = scene.before, scene.after, _near(scene)
    come = Still(scene, before, near, 1, scene.score_before, turn)
    if last.window == near and last.table.stands == before.stands:
        yield replace(come, count=glide)
    else:
        for part in _parts(glide):
            table, window = between(last.table, before, part), _towards(last.window, near, part)
            yield replace(come, table=table, window=window)
    ruled = replace(come, is_ruled=True)
    yield replace(ruled, count=verdict)
    lost = tuple(stand for stand in before.stands if stand.name not in after)
    upright = frozenset(e.stand for e in scene.card.effects or () if e.stand and e.type == "stands_again")
    fallen = replace(ruled, is_told=True, lost=lost, upright=upright, table=_without(before, lost))
    changes = [stand.centre for stand in before.stands] != [stand.centre for stand in after.stands]
    yield replace(fallen, count=total - glide - verdict - (change if changes else 0))
    path = next((s.points for s in scene.card.ruling.geometry if s.role == "path" and s.form == "line"), ())
    ways = {scene.card.actor or "": path} if len(path) > 1 else {}
    for part in _parts(change) if changes else ():
        table = between(before, after, part, ways)
        yield replace(fallen, table=table, count=1, is_ruled=bool(ways), turn="", score=scene.score, faded=part)


def between(
    start: Snapshot, end: Snapshot, part: float, ways: Mapping[str, Sequence[tuple[float, float]]] | None = None
) -> Snapshot:  # fmt: skip
    """Return a table on its way to another: who is on both is ``part`` of the way along, straight or by that given."""
    placed = []
    for stand in end.stands:
        was = start.stand(stand.name) if stand.name in start else stand
        x, y = stand.centre
        if was.centre != stand.centre:
            way = LineString((ways or {}).get(stand.name) or (was.centre, stand.centre))
            x, y = way.interpolate(part, normalized=True).coords[0]
        turned = wrap_deg(stand.heading_deg - was.heading_deg)
        placed.append(stand.moved_to(x, y, was.heading_deg + part * turned))
    return replace(end, stands=tuple(placed))


def _parts(count: int) -> Iterator[float]:
    """Yield how far something is on its way in each of so many frames: it starts and stops softly."""
    for k in range(1, count + 1):
        yield (k / count) ** 2 * (3 - 2 * k / count)


def _without(table: Snapshot, lost: Sequence[Stand]) -> Snapshot:
    return replace(table, stands=tuple(stand for stand in table.stands if stand not in lost))


def _near(scene: Scene) -> Window:
    """Return the window on a ruling: what decided, and enough round it to know where that is."""
    whole = table_window(scene.card, WIDE, HIGH)
    left, near, right, far = deciding_window(scene.card, WIDE, HIGH).cm
    share = max(NEAREST, (right - left) / (whole.cm[2] - whole.cm[0]))

    def within(middle: float, least: float, most: float) -> tuple[float, float]:
        size = share * (most - least)
        start = min(max(middle - size / 2, least), most - size)
        return start, start + size

    left, right = within((left + right) / 2, whole.cm[0], whole.cm[2])
    near, far = within((near + far) / 2, whole.cm[1], whole.cm[3])
    return Window((left, near, right, far), WIDE, HIGH)


def _towards(start: Window, end: Window, part: float) -> Window:
    left, near, right, far = (a + (b - a) * part for a, b in zip(start.cm, end.cm, strict=True))
    return Window((left, near, right, far), WIDE, HIGH)


def _title(story: Story) -> tuple[Line, ...]:
    sides = "  ·  ".join(story.titles.values())
    return (story.title, 58, True), ("", 20, False), (sides, 34, False), (story.date, 26, False)


def _end(story: Story) -> tuple[Line, ...]:
    lines: list[Line] = [(story.end, 50, True)]
    for title, *told in story.sides_said:
        lines += [("", 22, False), (title, 34, True), *((line, 25, False) for line in told)]
    return (*lines, ("", 22, False), ("Vedette", 22, False))
