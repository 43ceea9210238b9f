"""What the book says of handling the cannon, as keys that the words say (M6.1, M6.2)."""

from collections.abc import Mapping

ADVICE: Mapping[str, tuple[str, ...]] = {
    "M6.1": (
        "take_off_platform", "hold_near_muzzle", "pull_rod_back", "turn_lever_to_lock", "shell_from_muzzle",
        "only_makers_shells", "put_back_and_aim", "lever_up_fires", "never_leave_cocked", "lubricate",
    ),
    "M6.2": ("fingers_clear", "hold_carriage", "faces_out"),
}  # fmt: skip
"""The lines of each clause of advice, in the order they are done."""
COCKED_TOO_LONG_S = 60.0
"""A cannon cocked longer than this is warned of: it weakens the spring (M6.1; house value)."""
