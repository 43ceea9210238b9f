"""What both sides agree on before a battle, in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Agreed:
    """A setting that both sides agree on, in English: what it is called, and its choices; a number has none."""

    label: str
    choices: Mapping[str, str] = field(default_factory=dict)

    def templates(self) -> Iterator[str]:
        """Yield everything that is to be translated."""
        yield self.label
        yield from self.choices.values()
