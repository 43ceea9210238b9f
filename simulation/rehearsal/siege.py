"""What happens at the demo's table of Montecassino: gunners fire, figures fall, hands lift them or stand them up."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.putting_back.hints import Hint
from rules.state import State
from simulation.rehearsal.cannon_scene import MARKER_CM, CannonScene
from simulation.rehearsal.gunner import (
    AWAY_S,
    COCK_S,
    FIRE_S,
    SHELL,
    Firing,
    Gun,
    aimed,
    home_of,
    shot_at,
    target_for,
)
from simulation.rehearsal.world import Errand, Hand, World
from simulation.synthetic.cannon_figure import Figure
from simulation.synthetic.cannon_pieces import Shell
from simulation.synthetic.cannon_rest import shell_at
from simulation.synthetic.cannon_shot import Shot
from simulation.synthetic.cannon_stage import CannonState, CannonStyle
from table.mount import Pose

OFF_CM = 2.0
"""A figure so far from the middle of its square, along or across, is on another."""
EXPOSURE_S = 0.008


@dataclass(frozen=True)
class Volley:
    """A shot under way: what it does, when the lever went up, and where everybody stood then."""

    shot: Shot
    fired_s: float
    start: tuple[Figure, ...]

    @property
    def end_s(self) -> float:
        """When everything lies still."""
        return self.fired_s + self.shot.end_s


class Siege(World):
    """The true table of the battle as time goes by; ``guns`` are the rigs on the cannons, by side."""

    def __init__(self, scene: CannonScene, guns: Mapping[str, Gun], seed: int = 3) -> None:
        super().__init__(scene)
        self.first_target, self._guns, self._seed = scene.first_target, dict(guns), seed
        self.style = CannonStyle()
        self.held: Callable[[], bool] | None = None
        """Whether a shot is not answered yet: until then nobody touches what fell. None where nobody hears of shots."""
        self._cannons = {side.name: home_of(side.name) for side in scene.sides}
        self._lying: dict[str, Figure] = {}
        self._shells: tuple[Shell, ...] = ()
        self._ordered: str | None = None
        self._firing: Firing | None = None
        self._volley: Volley | None = None
        self._to_film: list[Volley] = []
        self._fired, self._heard = 0, True

    @property
    def busy(self) -> bool:
        """Whether a gunner was told to fire, or fires."""
        return self._ordered is not None or self._firing is not None or self._volley is not None

    def order(self, side: str) -> None:
        """Tell a side's gunner to fire; he does when nobody's hand is over the table any more."""
        if side in self._guns and not self.busy:
            self._ordered = side

    def volleys(self) -> list[Volley]:
        """Return the shots fired since this was last asked, to film them."""
        found, self._to_film = self._to_film, []
        return found

    def pass_time(self, now_s: float, memory: State, quiet: bool, to_do: Sequence[Hint] = ()) -> None:
        """Let the world go on to that time; a gunner does one thing a step, however long it is, and leaves none out."""
        self._heard = self._heard or self._is_held()
        volley = self._volley
        if volley is not None and now_s >= volley.end_s:
            self._come_to_rest(volley)
        firing = self._firing
        if firing is None:
            super().pass_time(now_s, memory, quiet, to_do)
        elif not firing.cocked and now_s - firing.since_s >= COCK_S:
            self._guns[firing.side].cock()
            self._firing = replace(firing, cocked=True)
        elif firing.cocked and not firing.fired and now_s - firing.since_s >= FIRE_S:
            self._firing = replace(firing, fired=True)
            self._fire(firing.side)
        elif firing.fired and now_s - firing.since_s >= AWAY_S:
            self._firing = None

    def state(self, now_s: float, *, flying: bool = False) -> CannonState:
        """Return all that is on the table at that moment; ``flying``: with the shell on its way."""
        volley = self._volley
        figures, shells = self._figures(), self._shells
        if volley is not None:
            figures = volley.shot.figures(volley.start, now_s - volley.fired_s)
        if volley is not None and flying:
            return self.film_state(volley, now_s)
        return CannonState(figures, shells, tuple(self._cannons.values()))

    def film_state(self, volley: Volley, now_s: float) -> CannonState:
        """Return the table at a moment of a shot, the shell wherever it is then."""
        passed_s = now_s - volley.fired_s
        shell = shell_at(volley.shot.legs, SHELL, passed_s, EXPOSURE_S)
        shells = self._rested(volley) if passed_s >= volley.shot.end_s else () if shell is None else (shell,)
        return CannonState(volley.shot.figures(volley.start, passed_s), shells, tuple(self._cannons.values()))

    def hand(self, now_s: float) -> Hand | None:
        """Return the hand over the table, if there is one: the gunner's is at his cannon."""
        firing = self._firing
        if firing is None:
            return super().hand(now_s)
        cannon = self._cannons[firing.side]
        far = firing.side != self.scene.sides[0].name
        return Hand((cannon.x, cannon.y + (3.0 if far else -3.0)), firing.reach(now_s), far)

    def _figures(self) -> tuple[Figure, ...]:
        return tuple(
            self._lying.get(name) or Figure(name, pose.x, pose.y, pose.heading_deg)
            for name, pose in self._poses.items()
            if name not in self._off
        )

    def _fire(self, side: str) -> None:
        standing = tuple(figure for figure in self._figures() if figure.stands)
        dice = np.random.default_rng([self._seed, self._fired])
        first = self._fired == 0
        target = target_for(side, standing, dice, self.first_target if first else "")
        self._fired += 1
        self._heard = self.held is None  # the rig reports it later; until then nobody stands up what fell
        fired_s = self._guns[side].fire(float(dice.uniform(8.0, 9.5)))
        if target is None:
            return
        self._cannons[side] = replace(aimed(self._cannons[side], target), fired=True)
        staged = {"direct": 1, "dragged": 1} if first else None
        seed = (self._seed, self._fired, 5)
        shot = shot_at(target, standing, self.style, MARKER_CM, self._cannons[side], seed, staged)
        lying = tuple(figure for figure in self._figures() if not figure.stands)
        self._volley = Volley(shot, fired_s, (*standing, *lying))
        self._to_film.append(self._volley)

    def _come_to_rest(self, volley: Volley) -> None:
        for figure in volley.shot.figures(volley.start, 1e6):
            pose = self._poses[figure.name]
            if figure.stands:
                self._poses[figure.name] = Pose(figure.x, figure.y, figure.heading_deg)
            else:
                self._lying[figure.name] = figure
                self._poses[figure.name] = pose
        self._shells = (*self._shells, *self._rested(volley))
        self._volley = None

    def _rested(self, volley: Volley) -> tuple[Shell, ...]:
        if volley.shot.rest_cm is None:
            return ()
        x, y = volley.shot.rest_cm
        return (replace(SHELL, x=x, y=y),)

    def _happen(self, errand: object) -> None:
        assert isinstance(errand, Errand)
        super()._happen(errand)
        self._lying.pop(errand.stand, None)

    def _next(self, now_s: float, memory: State, quiet: bool, to_do: Sequence[Hint]) -> Errand | None:  # noqa: ARG002
        if self._is_held() or not self._heard or self._volley is not None:
            return None
        for name, pose in self._poses.items():
            errand = self._errand_for(name, pose, now_s, memory)
            if errand is not None:
                return errand
        if to_do:
            return self._put(to_do[0], now_s)
        if self._ordered is not None:
            side, self._ordered = self._ordered, None
            self._shells = ()  # he fetches his shells before he shoots again
            self._cannons[side] = home_of(side)
            self._firing = Firing(side, now_s)
        return None

    def _is_held(self) -> bool:
        return self.held is not None and self.held()

    def _errand_for(self, name: str, pose: Pose, now_s: float, memory: State) -> Errand | None:
        """Return what a hand does to one figure: lift it where it is out of the battle, else set it on its square."""
        lying = self._lying.get(name)
        at = pose if lying is None else Pose(lying.x, lying.y, pose.heading_deg)
        if name in memory.fallen:
            return None if name in self._off else Errand("lift", name, at, at, now_s)
        place = memory.places.get(name, memory.starts.get(name))
        to = pose if place is None else Pose(place[0], place[1], pose.heading_deg)
        if name in self._off or lying is not None:
            return Errand("put", name, at, to, now_s)
        if place is not None and max(abs(pose.x - place[0]), abs(pose.y - place[1])) > OFF_CM:
            return Errand("move", name, pose, to, now_s)
        return None
