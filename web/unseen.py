"""Why is it not seen?: one close look at the camera's newest picture when somebody asks, and what is told of it."""

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass

from flask import Response, request

from referee.match.state import NotNow
from referee.unseen import Look, SeenTwice, Unseen, look_for_unseen
from referee.words.translation import say, say_text
from table.roster import Roster
from table.snapshot import Snapshot
from vision.arrays import Picture
from vision.table_view import TableView
from web.work import Work, in_a_thread


@dataclass(frozen=True, slots=True)
class UnseenMarkerView:
    """A marker, or several that nobody knows where to look for, and why it is not seen, or that it is there twice.

    ``spot`` numbers the part of the picture that shows it; ``there``: its outline in that is as it was seen.
    """

    name: str
    why: str
    spot: int | None
    there: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class UnseenView:
    """What the newest look has found; its number is 0 before the first.

    ``found`` names stands that seem not to be seen and whose markers are in the picture.
    """

    look: int
    running: bool
    markers: tuple[UnseenMarkerView, ...]
    found: str | None
    error: str | None


class UnseenLooks:
    """Looks for what is not seen, beside everything else and one look at a time; the newest is kept."""

    def __init__(self, begin: Callable[[Callable[[], None]], None] = in_a_thread) -> None:
        self._work = Work[Look](begin)

    def begin(
        self, picture: Picture, view: TableView, roster: Roster, table: Snapshot, fallen: Collection[str] = ()
    ) -> None:
        """Begin to look; raises NotNow while another look is under way."""
        self._work.start("unseen", lambda _: look_for_unseen(picture, view, roster, table, fallen))

    def told(self, language: str, *, pictures: bool = True, missed: Collection[str] = ()) -> UnseenView:
        """Return what was found; ``pictures``: who asks may see them; ``missed`` stands seem not to be there."""
        now = self._work.status
        look, error = now.result or Look((), (), frozenset()), now.error
        there = ", ".join(sorted(look.found.intersection(missed)))
        return UnseenView(
            look=now.number,
            running=now.running,
            markers=_views(look, language, pictures=pictures),
            found=say("unseen.found", language, names=there) if there else None,
            error=None if error is None else say_text(error.template, language, **error.values),
        )

    def spot(self, *, masked: bool) -> Response:
        """Return the part of the newest look's picture that ``?look=NUMBER&spot=NUMBER`` asks for."""
        now, at = self._work.status, request.args.get("spot", -1, type=int)
        told = () if now.result is None else now.result.told
        spot = told[at].spot if 0 <= at < len(told) and request.args.get("look", type=int) == now.number else None
        if spot is None:
            raise NotNow("there is no such picture any more: look again")
        return Response(spot.masked if masked else spot.whole, mimetype="image/jpeg")


def _views(look: Look, language: str, *, pictures: bool) -> tuple[UnseenMarkerView, ...]:
    """Return what is told of each marker; those that are nowhere are told together, at the end."""
    shown: list[UnseenMarkerView] = []
    nowhere: dict[str, list[str]] = defaultdict(list)
    for at, it in enumerate(look.told):
        name = _name(it.marker, it.name, language)
        why = _why(it, language)
        if it.spot is None:
            nowhere[why].append(name)
        else:
            shown.append(UnseenMarkerView(name, why, at if pictures else None, it.spot.seen))
    lost = (UnseenMarkerView(", ".join(names), why, None, False) for why, names in nowhere.items())
    return (*shown, *lost)


def _name(marker: int, name: str | None, language: str) -> str:
    if name is None:
        return say("unseen.frame", language, marker=marker)
    return say("unseen.stand", language, name=name, marker=marker)


def _why(it: Unseen | SeenTwice, language: str) -> str:
    """Return why a marker is not seen, or where one is twice: in whole cm, which tell no more than the picture does."""
    if isinstance(it, Unseen):
        return say_text(it.why.template, language, **it.why.values)
    first, *others = (f"{x:.0f}, {y:.0f}" for x, y in it.places)
    return say("unseen.twice", language, first=first, others="; ".join(others))
