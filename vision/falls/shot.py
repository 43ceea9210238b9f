"""`see_shot`: two pictures of the board, before and after a shot, to what the shot did."""

import numpy as np

from table.roster import Roster
from table.squares import squares_of_stands
from vision.arrays import Floats, Picture
from vision.boards.banners import banners_of
from vision.falls.board_picture import BoardPicture, read_board
from vision.falls.change import change_between
from vision.falls.cover import covered_between
from vision.falls.fates import board_push, fates
from vision.falls.plan import px_a_cm
from vision.falls.seen import ShotSeen
from vision.falls.shell import find_shell
from vision.table_view import TableView

SEARCH_PX_A_CM = 14.0
"""So sharp a plan is enough to find spots; each is then looked at as sharply as the camera sees."""
_PUSHED_CM = 0.05
_ROUND = np.linspace(0.0, 2 * np.pi, 24, endpoint=False)


def see_shot(
    before: Picture, after: Picture, view: TableView, roster: Roster,
    names: tuple[str, str] = ("the picture before", "the picture after"),
) -> ShotSeen:  # fmt: skip
    """Return what a shot did between two pictures (H, W, 3) BGR of a calibrated table.

    Raises BadInput for pictures of another size than the table was calibrated with, or without any frame marker.
    """
    then, now = read_board(before, view, roster, names[0]), read_board(after, view, roster, names[1])
    push = board_push(then, now)
    plan, over = covered_between(then, now, push)

    def hidden(x: float, y: float) -> bool:
        u, v = np.round(plan.pixels(np.array([[x, y]]))[0]).astype(int)
        return bool(0 <= v < over.shape[0] and 0 <= u < over.shape[1] and over[v, u])

    found = fates(then, now, roster, push, squares_of_stands(then.stands.values(), then.view.frame), hidden)
    middle = (view.frame.width_cm / 2, view.frame.depth_cm / 2)
    sharp = min(px_a_cm(now.camera, middle), SEARCH_PX_A_CM)
    change = change_between(then, now, push, sharp)
    impact, _ = find_shell(change, then, now, push, _standing(now, roster), hidden)
    centre = np.array([middle])
    pushed_cm = float(np.linalg.norm(push.after(centre) - centre))
    zone = banners_of(then.markers, then.view)
    return ShotSeen(
        found.fallen, found.moved, impact, zone.hull, pushed_cm if pushed_cm > _PUSHED_CM else 0.0, found.covered,
        (*_notes(pushed_cm, bool(over.any()), found.covered), *_banner_notes(zone.missing, view), *now.warnings),
    )  # fmt: skip


def _standing(now: BoardPicture, roster: Roster) -> list[Floats]:
    """Return the outlines, on the board's plane, of the discs whose figures stand, their markers over them."""
    outlines = []
    for entry in roster.entries:
        stand = now.stands.get(entry.name)
        if stand is None:
            continue
        reach = 0.72 * entry.mount.size_cm + 0.1
        ring = [(stand.x + reach * np.cos(a), stand.y + reach * np.sin(a), entry.mount.height_cm) for a in _ROUND]
        outlines.append(now.camera.to_plane(now.camera.project(ring), 0.0))
    return outlines


def _notes(pushed_cm: float, over: bool, covered: tuple[str, ...]) -> tuple[str, ...]:
    notes = []
    if over:
        under = f"; {', '.join(covered)} cannot be seen under it" if covered else ""
        notes.append(f"something lies over the board, a hand perhaps: the table has not settled{under}")
    if pushed_cm > _PUSHED_CM:
        notes.append(f"the whole board was pushed by {10 * pushed_cm:.1f} mm; it counts as nobody's move")
    return tuple(notes)


def _banner_notes(missing: tuple[int, ...], view: TableView) -> tuple[str, ...]:
    banners = view.frame.banners
    if not missing or banners is None:
        return ()
    which = ", ".join(map(str, missing))
    left = len(banners.ids) - len(missing)
    if left < 3:
        return (f"banners {which} are not seen: the zone is unknown",)
    return (f"banner {which} is not seen: the zone drawn is only the part between the other {left}",)
