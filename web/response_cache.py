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
    """The newest answer to each question that was asked lately; safe to use from any thread.

    Answers that would no longer be the same are thrown out whenever half as many were kept as there are.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._size, self._since_sweep = most_bytes, 0, 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[Question, CachedResponse] = OrderedDict()

    @property
    def size(self) -> int:
        """What all answers take, in bytes, about."""
        return self._size

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
            self._drop(question)
            self._kept[question] = answer
            self._size += answer.size
            self._since_sweep += 1
            while self._size > self._most and self._kept:
                self._drop(next(iter(self._kept)))
            due = 2 * self._since_sweep > len(self._kept)
        if due:
            self._sweep()

    def _sweep(self) -> None:
        """Throw out what is out of date; whether it is, is asked without the lock."""
        with self._lock:
            self._since_sweep, kept = 0, list(self._kept.items())
        stale = [(question, answer) for question, answer in kept if not answer.valid()]
        with self._lock:
            for question, answer in stale:
                if self._kept.get(question) is answer:
                    self._drop(question)

    def _drop(self, question: Question) -> None:
        if (answer := self._kept.pop(question, None)) is not None:
            self._size -= answer.size
