"""Whether a journal is whole: nothing altered, missing, put in another order, cut off or written anew."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from referee.journal.entry import GENESIS, Entry
from table.errors import BadInput

MOST_FAULTS = 50
LEAST = 8
"""So much of a seal shows a tail cut off by mistake; who cheats may make one that begins so: 16 are safe."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with an entry: an English template, and what goes into it."""

    sequence: int
    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def what(self) -> str:
        """What is wrong, in English."""
        return self.template.format(**self.values)


@dataclass(frozen=True, slots=True)
class CheckReport:
    """How many entries there are, the newest seal, and what is wrong, the first 50 of it."""

    entries: int
    head: str
    faults: tuple[Fault, ...]


def check_journal(
    entries: Iterable[Entry], head: str | None = None, tick: Callable[[int], None] | None = None
) -> CheckReport:
    """Check every seal and link of a journal's entries, from its first to its last.

    ``head`` is a seal that was noted down before, on a card or by the page, or the beginning of one: an entry must
    have it still, or the tail was cut or the chain rewritten. ``tick`` is told how many entries have been read.
    """
    noted = None if head is None else _noted(head)
    faults: list[Fault] = []
    ends: dict[int, str] = {}
    previous, expected, count, met = GENESIS, 1, 0, False
    for entry in entries:
        count += 1
        if entry.sequence != expected:
            faults.append(_missing(expected, entry.sequence))
        elif entry.previous != previous:
            faults.append(Fault(entry.sequence, "does not follow the entry before: one was taken out, put in or moved"))
        if not entry.is_sound:
            faults.append(Fault(entry.sequence, "was altered: its seal is not the one that it makes"))
        if entry.kind == "match_ended":
            ends[entry.sequence] = entry.seal
        if entry.kind == "signed" and not _signs(entry, ends):
            faults.append(Fault(entry.sequence, "signs another seal than that of the end it is about"))
        met = met or (noted is not None and entry.seal.startswith(noted))
        previous, expected = entry.seal, entry.sequence + 1
        if tick is not None and count % 1000 == 0:
            tick(count)
    if noted is not None and not met:
        cut = "no entry has the seal {seal}...: the end was cut off or rewritten"
        faults.append(Fault(expected - 1, cut, {"seal": noted[:16]}))
    return CheckReport(count, previous, tuple(faults[:MOST_FAULTS]))


def _signs(entry: Entry, ends: Mapping[int, str]) -> bool:
    """Say whether an entry signs an end by its seal; ``ends`` are the seals of the ends before it, by number."""
    try:
        return bool(ends.get(entry.payload["of"]) == entry.payload["seal"])
    except (ValueError, KeyError, TypeError):
        return False


def _noted(head: str) -> str:
    noted = head.strip().lower()
    if not LEAST <= len(noted) <= len(GENESIS) or not set(noted) <= set("0123456789abcdef"):
        raise BadInput(
            "a seal is {length} of 0-9 and a-f, or the first {least} or more of them: not {head!r}",
            length=len(GENESIS), least=LEAST, head=head,
        )  # fmt: skip
    return noted


def _missing(expected: int, got: int) -> Fault:
    if expected == got - 1:
        return Fault(got, "entry {number} is missing", {"number": expected})
    return Fault(got, "entries {first} to {last} are missing", {"first": expected, "last": got - 1})
