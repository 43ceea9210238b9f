"""What stands on a base, as far as one sees it from afar."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of one form, so many ``abreast``: men on foot, riders, a gun with its crew, a vehicle."""

    form: Literal["foot", "mounted", "gun", "vehicle"] = "foot"
    abreast: int = 1
