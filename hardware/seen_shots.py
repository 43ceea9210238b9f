"""Which shots are written down already, each counted once; and which rigs have forgotten theirs."""

from collections import deque
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from hardware.kinds import WORD
from hardware.messages import Hello, ShotSensed

_MOST_CONTENTS = 512
_LATER_S = 0.4  # a HELLO that answers a question of its own, not the same once more


class Novelty(Enum):
    """What a shot is to someone who keeps shots."""

    NEW = "new"
    KEPT = "kept before"
    CONTRADICTS = "another shot had this number"


class KeptShot(NamedTuple):
    """A shot that is written down; `boot` and `release_us` tell it from another with its number, if they are known."""

    rig: str
    number: int
    boot: int | None = None
    release_us: int | None = None

    @classmethod
    def of(cls, shot: ShotSensed) -> "KeptShot":
        """Return what is kept of a shot."""
        return cls(shot.rig, shot.number, shot.boot, shot.release_us)


class SeenShots:
    """Every shot kept, with the moment of its release by the rig's clock, and the contents of the last few hundred."""

    def __init__(self, kept: Iterable[KeptShot] = ()) -> None:
        self._kept: dict[str, dict[int, KeptShot]] = {}
        self._contents: dict[tuple[str, int], ShotSensed] = {}
        self._order: deque[tuple[str, int]] = deque()
        self._suspected: dict[str, float] = {}
        self._forgetful: set[str] = set()
        for shot in kept:
            self._kept.setdefault(shot.rig, {})[shot.number] = shot

    def judge(self, shot: ShotSensed) -> Novelty:
        """Return whether the shot is new, one kept before, or another with its number."""
        kept = self._kept.get(shot.rig, {}).get(shot.number)
        if kept is None:
            return Novelty.NEW
        before = self._contents.get(shot.identity)
        if before is not None:
            same = before == shot.sent_first()
        else:
            same = kept.boot in {None, shot.boot} and kept.release_us in {None, shot.release_us}
        return Novelty.KEPT if same else Novelty.CONTRADICTS

    def keep(self, shot: ShotSensed) -> None:
        """The shot is written down."""
        self._kept.setdefault(shot.rig, {})[shot.number] = KeptShot.of(shot)
        self._contents[shot.identity] = shot.sent_first()
        self._order.append(shot.identity)
        if len(self._order) > _MOST_CONTENTS:
            self._contents.pop(self._order.popleft(), None)

    def forgot(self, hello: Hello, now_s: float) -> bool:
        """Return whether this rig lost its memory and kept its name; for good once a later HELLO has said so too.

        It has counted fewer shots than are written down, or fewer starts than when the last of them was made. One HELLO
        may be a disturbed line. Later it will have counted as many again: these are other shots with the same numbers.
        """
        rig = hello.rig
        last = self._kept.get(rig, {}).get(self.last(rig))
        behind = last is not None and (
            hello.shots < last.number or (last.boot is not None and _comes_before(hello.boot, last.boot))
        )
        if not behind:
            self._suspected.pop(rig, None)
        elif now_s - self._suspected.setdefault(rig, now_s) >= _LATER_S:
            self._forgetful.add(rig)
        return behind or rig in self._forgetful

    def is_forgetful(self, rig: str) -> bool:
        """Return whether a rig is known for good to have lost its memory."""
        return rig in self._forgetful

    def last(self, rig: str) -> int:
        """Return the highest number kept of a rig, 0 if none."""
        return max(self._kept.get(rig, ()), default=0)

    def first(self, rig: str) -> int:
        """Return the lowest number kept of a rig, 0 if none."""
        return min(self._kept.get(rig, ()), default=0)

    def missing(self, rig: str, first: int, last: int) -> tuple[int, ...]:
        """Return the numbers from `first` to `last` that were never kept (at most the last thousand are looked at)."""
        kept = self._kept.get(rig, {})
        return tuple(number for number in range(max(first, last - 999), last + 1) if number not in kept)


def _comes_before(boot: int, other: int) -> bool:
    """Whether a start came before another; after start 65535 comes start 1 again."""
    return 0 < (other - boot) % WORD <= WORD // 2
