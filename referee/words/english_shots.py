"""English: the cannon's handling, its states and faults, and what may be wrong with a shot."""

from collections.abc import Mapping

SAFETY = (
    "Fingers clear of the lever's path.",
    "Hold the carriage firmly.",
    "Keep faces out of the line of fire.",
)
"""To show while the cannon is cocked (M6.2)."""

LOADING = (
    "Take the cannon off its platform and hold the tube near the muzzle.",
    "Pull the rod back and turn the lever 90 degrees: it locks, and the cannon is cocked.",
    "Load the shell from the muzzle, without touching the lever. Only the maker's shells.",
    "Put the cannon back on its platform and aim.",
    "Fire by turning the lever up.",
)
"""How to load and fire (M6.1)."""

CANNON: Mapping[str, str] = {
    "unknown": "Nobody knows yet whether the cannon is cocked",
    "safe": "Not cocked",
    "cocked": "COCKED for {seconds:.0f} s",
    "too_long": "COCKED for {seconds:.0f} s, longer than {limit:g}: fire, or let the spring down",
    "unheard": "The rig cannot be heard; this is the last it told",
    "weakens": "A spring that is kept cocked grows weak (M6.1).",
    "only_senses": "The rig only senses: it never fires.",
    "wedged": "A shell wedged in the muzzle shows that the cannon is live.",
    "left": "Shells left: {count}",
    "safety": "While the cannon is cocked",
    "loading": "To load and fire",
    "lubricate": "Lubricate the cannon: turn the lever down 180 degrees, and use white pharmaceutical vaseline (M6.4).",
}

FAULTS_OF_SHOTS: Mapping[str, str] = {
    "misfire": "a misfire: the lever was let go, and no shell came",
    "gate_1_stuck": "gate 1 was blocked",
    "gate_2_stuck": "gate 2 was blocked",
    "gate_1_missed": "gate 1 saw nothing",
    "gate_2_missed": "gate 2 saw nothing",
    "double_trigger": "the lever was let go twice",
    "implausible_speed": "nobody believes the speed",
    "cocked_too_long": "cocked for too long",
}
