"""A film of a match, picture by picture: figures glide, rulings are told, who is lost fades, and who has won."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from PIL import Image
from shapely import LineString

from referee.evidence.window import Window, deciding_window, table_window
from referee.film.drawing import PLAN, SIZE, Ground, draw_bar, draw_caption, draw_table, draw_words
from referee.film.scenes import END_S, TITLE_S, Scene, Story
from table.snapshot import Snapshot
from table.stand import wrap_deg

GLIDE, VERDICT, CHANGE = 0.26, 0.28, 0.22
"""Parts of a ruling's time: coming to it, its verdict, what it changes; what is left is for the dice."""
NEAREST = 0.55
"""A window on a ruling shows at least so much of the table's width."""

Shot = tuple[Image.Image, int]
"""A picture, and for how many frames it is shown."""


def length_of(story: Story, fps: int) -> int:
    """Return how many frames a film has."""
    return round(TITLE_S * fps) + len(story.entries) * round(story.scene_s * fps) + round(END_S * fps)


def shots(story: Story, fps: int) -> Iterator[Shot]:
    """Yield a film's pictures; none is kept."""
    ground, last, table = Ground(), None, None
    window: Window | None = None
    for scene in story.scenes():
        if table is None or window is None:
            table, window = scene.before, table_window(scene.card, SIZE, PLAN)
            first = draw_table(ground, scene.card, table, window, None)
            yield draw_words(first, _title(story)), round(TITLE_S * fps)
        new_turn = last is None or last.turn != scene.turn
        yield from _played(ground, scene, table, window, new_turn, last.score if last else scene.score, story, fps)
        table, window, last = scene.after, _near(scene), scene
    assert last is not None
    whole = table_window(last.card, SIZE, PLAN)
    final = draw_table(ground, last.card, last.after, whole, None)
    yield draw_words(final, _end(story)), round(END_S * fps)


def _played(
    ground: Ground, scene: Scene, table: Snapshot, window: Window, new_turn: bool, score: tuple[str, ...],
    story: Story, fps: int,
) -> Iterator[Shot]:  # fmt: skip
    """Yield a ruling: the way to it, its verdict, its dice, what it changes."""
    card, said, near = scene.card, scene.said, _near(scene)
    total = round(story.scene_s * fps)
    glide, verdict, change = (round(part * total) for part in (GLIDE, VERDICT, CHANGE))
    bar, after = draw_bar(scene.turn, score), draw_bar(scene.turn, scene.score)
    first, whole = draw_caption(said, False), draw_caption(said, True)
    title = scene.turn if new_turn else ""
    still = window == near and _places(table) == _places(scene.before)
    for k in range(glide, glide + 1) if still else range(1, glide + 1):
        part = eased(k / glide)
        drawn = draw_table(ground, card, between(table, scene.before, part), _towards(window, near, part), None, title)
        yield _whole(bar, drawn, first), glide if still else 1
    ruled = draw_table(ground, card, scene.before, near, said, title)
    yield _whole(bar, ruled, first), verdict
    lost = [stand.name for stand in scene.before.stands if stand.name not in scene.after]
    crossed = draw_table(ground, card, scene.before, near, said, title, lost) if lost else ruled
    moved = _places(scene.before) != _places(scene.after)
    yield _whole(bar, crossed, whole), total - glide - verdict - (change if moved else 0)
    path = next((s.points for s in card.ruling.geometry if s.role == "path" and s.form == "line"), ())
    for k in range(1, change + 1) if moved else ():
        part = eased(k / change)
        there = between(scene.before, scene.after, part, {card.actor or "": path} if len(path) > 1 else {})
        drawn = draw_table(ground, card, there, near, None, "")
        if lost:
            stay = replace(there, stands=(*there.stands, *(scene.before.stand(name) for name in lost)))
            drawn = Image.blend(draw_table(ground, card, stay, near, None, "", lost), drawn, part)
        yield _whole(after, drawn, whole), 1


def _whole(bar: Image.Image, table: Image.Image, caption: Image.Image) -> Image.Image:
    whole = Image.new("RGB", (SIZE, SIZE))
    for picture, top in ((bar, 0), (table, bar.height), (caption, bar.height + table.height)):
        whole.paste(picture, (0, top))
    return whole


def between(
    start: Snapshot, end: Snapshot, part: float, ways: Mapping[str, Sequence[tuple[float, float]]] | None = None
) -> Snapshot:  # fmt: skip
    """Return a table on the way from one to another: whoever is on both is ``part`` of the way along, straight or by
    the way given.
    """
    placed = []
    for stand in end.stands:
        if stand.name not in start:
            placed.append(stand)
            continue
        was = start.stand(stand.name)
        way = (ways or {}).get(stand.name) or (was.centre, stand.centre)
        x, y = LineString(way).interpolate(part, normalized=True).coords[0] if was.centre != stand.centre else was.centre
        turned = wrap_deg(stand.heading_deg - was.heading_deg)
        placed.append(stand.moved_to(x, y, was.heading_deg + part * turned))
    return replace(end, stands=tuple(placed))


def eased(part: float) -> float:
    """Return how far something is on its way, 0 to 1, that starts and stops softly."""
    return part * part * (3 - 2 * part)


def _near(scene: Scene) -> Window:
    """Return the window on a ruling: what decided, and enough round it to know where that is."""
    whole = table_window(scene.card, SIZE, PLAN)
    if not scene.card.ruling.geometry or scene.card.table.board is not None:
        return whole
    near = deciding_window(scene.card, SIZE, PLAN)
    share = max(NEAREST, (near.cm[2] - near.cm[0]) / (whole.cm[2] - whole.cm[0]))

    def within(low: float, high: float, least: float, most: float) -> tuple[float, float]:
        size = share * (most - least)
        start = min(max((low + high - size) / 2, least), most - size)
        return start, start + size

    left, right = within(near.cm[0], near.cm[2], whole.cm[0], whole.cm[2])
    bottom, top = within(near.cm[1], near.cm[3], whole.cm[1], whole.cm[3])
    return Window((left, bottom, right, top), SIZE, PLAN)


def _towards(start: Window, end: Window, part: float) -> Window:
    left, near, right, far = (a + (b - a) * part for a, b in zip(start.cm, end.cm, strict=True))
    return Window((left, near, right, far), SIZE, PLAN)


def _places(table: Snapshot) -> set[tuple[object, ...]]:
    return {(stand.name, stand.x, stand.y, stand.heading_deg) for stand in table.stands}


def _title(story: Story) -> list[tuple[str, int, bool]]:
    return [(story.title, 58, True), ("", 20, False), ("  ·  ".join(story.titles.values()), 34, False), (story.date, 26, False)]


def _end(story: Story) -> list[tuple[str, int, bool]]:
    lines = [(story.end, 50, True)]
    for title, *told in story.sides_said:
        lines += [("", 22, False), (title, 34, True), *((line, 25, False) for line in told)]
    return [*lines, ("", 22, False), ("Vedette", 22, False)]
