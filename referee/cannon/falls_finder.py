"""Finding out what a shot did: the falls that vision sees in its pictures, in the words of a proposal."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from referee.cannon.found import Find, FoundFall, FoundMove, ShotFindings
from referee.cannon.frame_choice import FrameChoice
from table.errors import BadInput
from table.roster import Roster
from table.snapshot import Snapshot
from vision.falls import see_shot
from vision.falls.film import FilmSeen, order_of_falls
from vision.falls.follower import FilmFrame
from vision.table_view import TableView


def falls_finder(view: Callable[[], TableView], roster: Roster) -> Find:
    """Return what looks at the frames of a shot; ``view`` is the table as the camera sees it now."""

    def find(picked: FrameChoice, table: Snapshot) -> ShotFindings:
        assert picked.before is not None
        standing, now = {stand.name for stand in table.stands}, view()
        seen = see_shot(picked.before.picture, picked.after.picture, now, roster)
        fallen = tuple(FoundFall(f.name, f.place, f.confidence) for f in seen.fallen if f.name in standing)
        moved = tuple(FoundMove(m.name, m.start, m.end, m.cm) for m in seen.moved if m.name in standing)
        impact = seen.impact
        found = ShotFindings(
            fallen, moved,
            shell=None if impact is None else (impact.x, impact.y),
            shell_sigma_cm=None if impact is None else impact.sigma_cm,
            zone=seen.zone, notes=_notes(seen.pushed_cm, seen.covered),
        )  # fmt: skip
        # Why somebody fell is only asked where several did: looking through a film takes its time.
        return found if len(fallen) < 2 else with_order(found, _film(picked, now, roster, found))

    return find


def with_order(found: ShotFindings, film: FilmSeen | None) -> ShotFindings:
    """Return what was found with when each figure first moved, as a film tells it; a note where none does."""
    if film is None or film.frame_s is None:
        return replace(found, notes=(*found.notes, "no_film"))
    began = {one.name: one.time_s for one in film.order}
    timed = tuple(replace(fall, began_s=began.get(fall.name)) for fall in found.fallen)
    struck = None if film.strike is None else (film.strike.x, film.strike.y)
    return replace(found, fallen=timed, frame_s=film.frame_s, struck=struck)


def _film(picked: FrameChoice, view: TableView, roster: Roster, found: ShotFindings) -> FilmSeen | None:
    names = [fall.name for fall in found.fallen]
    try:
        return order_of_falls(_frames(picked), view, roster, names)
    except BadInput:
        return None  # the first frame shows no frame marker: a hand is over it


def _frames(picked: FrameChoice) -> Iterator[FilmFrame]:
    """Yield the film, the settled picture before it first: it says where everybody stood."""
    assert picked.before is not None
    if not picked.between or picked.before.time_s < picked.between[0].time_s:
        yield FilmFrame(picked.before.time_s, picked.before.picture)
    for frame in picked.between:
        yield FilmFrame(frame.time_s, frame.picture)


def _notes(pushed_cm: float, covered: tuple[str, ...]) -> tuple[str, ...]:
    return (*(("board_pushed",) if pushed_cm else ()), *(("covered",) if covered else ()))
