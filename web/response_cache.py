"""The newest answers to what was asked lately, each kept as long as it would be the same."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

Question = tuple[Hashable, ...]
Valid = Callable[[], bool]

MOST_BYTES = 24 * 1024 * 1024
"""So much is kept of what was answered: some hundred views, some dozen drawn cards."""
EACH = 1000
"""What a response takes beside its body, in bytes, about."""


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A finished response; ``valid`` says whether it would still be the same."""

    valid: Valid
    status: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def size(self) -> int:
        """What it takes, in bytes, about."""
        return len(self.body) + EACH


class ResponseCache:
    """The newest answer to each question that was asked lately; safe to use from any thread."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._size = most_bytes, 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[Question, CachedResponse] = OrderedDict()

    def find(self, question: Question) -> CachedResponse | None:
        """Return the answer to a question; None where it has to be made anew."""
        with self._lock:
            found = self._kept.get(question)
            if found is not None:
                self._kept.move_to_end(question)
        return found if found is not None and found.valid() else None

    def keep(self, question: Question, answer: CachedResponse) -> None:
        """Keep an answer, in place of an older one and of those that were asked for longest ago."""
        with self._lock:
            before = self._kept.pop(question, None)
            self._kept[question] = answer
            self._size += answer.size - (before.size if before is not None else 0)
            while self._size > self._most and self._kept:
                self._size -= self._kept.popitem(last=False)[1].size
