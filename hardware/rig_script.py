"""What a virtual rig is to do: a line `SECONDS ACTION [NUMBER]` a step, the seconds after the step before."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hardware.virtual_rig import VirtualRig
from table.errors import BadFile

ACTIONS: dict[str, tuple[float | None, Callable[[VirtualRig, float], object]]] = {
    "cock": (None, lambda rig, _: rig.cock()),
    "fire": (8.0, lambda rig, speed_m_s: rig.fire(speed_m_s)),
    "fire-twice": (8.0, lambda rig, speed_m_s: rig.fire(speed_m_s, double=True)),
    "misfire": (None, lambda rig, _: rig.misfire()),
    "stick": (1.0, lambda rig, gate: rig.stick(int(gate))),
    "free": (1.0, lambda rig, gate: rig.free(int(gate))),
    "tremble": (1.0, lambda rig, gate: rig.tremble(int(gate))),
    "calm": (1.0, lambda rig, gate: rig.calm(int(gate))),
    "garbage": (200.0, lambda rig, length: rig.garbage(int(length))),
    "cut": (None, lambda rig, _: rig.cut()),
    "mend": (None, lambda rig, _: rig.mend()),
    "brown-out": (None, lambda rig, _: rig.brown_out()),
    "drift": (0.0, lambda rig, ppm: rig.drift(ppm)),
}
_GATES = ("stick", "free", "tremble", "calm")
_LEAST = {"fire": 0.1, "fire-twice": 0.1, **dict.fromkeys(_GATES, 1), "garbage": 1, "drift": -20_000}
_MOST = {"fire": 300, "fire-twice": 300, **dict.fromkeys(_GATES, 2), "garbage": 100_000, "drift": 20_000}

SHOW = """
1.0 cock
2.0 fire 8.2
1.5 cock
1.5 misfire
1.0 cock
1.0 garbage 300
0.5 cut
0.5 fire 7.9
1.5 mend
2.5 stick 1
1.5 cock
0.5 fire 8.0
0.5 free 1
1.0 brown-out
1.5 cock
1.0 fire-twice 8.1
1.0 cock
0.5 fire 8.1
"""


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """What to do, and how long after the step before."""

    after_s: float
    action: str
    number: float


def parse_script(text: str, name: str = "script") -> tuple[ScriptStep, ...]:
    """Return the steps of a script; empty lines and what follows `#` are passed over. Raises BadFile."""
    steps = []
    for line_number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if words:
            steps.append(_step(words, name, f"line {line_number}"))
    return tuple(steps)


def play(rig: VirtualRig, steps: Iterable[ScriptStep], wait: Callable[[float], object]) -> None:
    """Do the steps; `wait` lets so many seconds pass, and ends the play if it returns True."""
    for step in steps:
        if wait(step.after_s) is True:
            return
        ACTIONS[step.action][1](rig, step.number)


def _step(words: list[str], name: str, where: str) -> ScriptStep:
    if len(words) not in {2, 3} or words[1] not in ACTIONS:
        raise BadFile(name, where, f"SECONDS ACTION [NUMBER], ACTION one of {', '.join(ACTIONS)}", " ".join(words))
    action = words[1]
    default = ACTIONS[action][0]
    if default is None and len(words) == 3:
        raise BadFile(name, where, f"no number after {action}", words[2])
    try:
        after_s, number = float(words[0]), float(words[2]) if len(words) == 3 else default or 0.0
    except ValueError:
        raise BadFile(name, where, "numbers", " ".join(words)) from None
    if not 0 <= after_s <= 86_400:
        raise BadFile(name, where, "from 0 to 86400 seconds", words[0])
    if action in _LEAST and not _LEAST[action] <= number <= _MOST[action]:
        raise BadFile(name, where, f"{action} from {_LEAST[action]:g} to {_MOST[action]:g}", f"{number:g}")
    return ScriptStep(after_s, action, number)
