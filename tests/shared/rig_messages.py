"""Any message of the rig's protocol, valid by construction."""

from dataclasses import replace

from hypothesis import strategies as st

from hardware.kinds import DAY_MS, GATE_EARLIEST, GATE_LATEST, LONG, MOST_LIMIT_S, PLATE_LATEST, WORD
from hardware.messages import (
    AskClock,
    AskHello,
    ClockReading,
    Flag,
    Hello,
    KeepShot,
    Lever,
    LeverState,
    LineRefused,
    Message,
    Refusal,
    RigWarning,
    Sensor,
    SetLimit,
    ShotSensed,
    Trouble,
)

RIG_IDS = st.from_regex(r"[A-Z0-9][A-Z0-9-]{0,11}", fullmatch=True)
_LONG, _BOOT = st.integers(0, LONG), st.integers(1, WORD)
_GATE = st.none() | st.integers(GATE_EARLIEST, GATE_LATEST)
_SHOTS = st.builds(
    ShotSensed, rig=RIG_IDS, number=st.integers(1, LONG), boot=_BOOT, uptime_s=_LONG, release_us=_LONG,
    cocked_ms=st.none() | st.integers(0, DAY_MS), gate_1_half_us=_GATE, gate_2_half_us=_GATE,
    plate_half_us=st.none() | st.integers(0, PLATE_LATEST),
    flags=st.frozensets(st.sampled_from([flag for flag in Flag if flag not in {Flag.MISFIRE, Flag.POWER_LOST}])),
)  # fmt: skip
_WITHOUT_TIMES = st.builds(  # misfires, and what the loss of power left
    ShotSensed, rig=RIG_IDS, number=st.integers(1, LONG), boot=_BOOT, uptime_s=_LONG, release_us=_LONG,
    cocked_ms=st.none(), gate_1_half_us=st.none(), gate_2_half_us=st.none(),
    plate_half_us=st.none(), flags=st.frozensets(st.sampled_from(Flag)),
)  # fmt: skip
_MISFIRES = st.builds(
    replace, _SHOTS.map(lambda shot: replace(shot, flags=shot.flags | {Flag.MISFIRE})), gate_1_half_us=st.none(),
    gate_2_half_us=st.none(),
)  # fmt: skip
SHOTS = _SHOTS | _MISFIRES | _WITHOUT_TIMES
MESSAGES: st.SearchStrategy[Message] = st.one_of(
    SHOTS,
    st.builds(
        Hello, rig=RIG_IDS, firmware=st.from_regex(r"[A-Za-z0-9.-]{1,12}", fullmatch=True), boot=_BOOT, shots=_LONG,
        pending=st.integers(0, 255), lost=st.integers(0, WORD), limit_s=st.integers(0, MOST_LIMIT_S),
        fitted=st.frozensets(st.sampled_from(Sensor)), lever=st.sampled_from(LeverState),
    ),
    st.builds(Lever, RIG_IDS, st.sampled_from(LeverState), _LONG),
    st.builds(RigWarning, RIG_IDS, st.sampled_from(Trouble), st.integers(0, DAY_MS), _LONG),
    st.builds(ClockReading, RIG_IDS, st.integers(0, WORD), _BOOT, _LONG, _LONG),
    st.builds(LineRefused, RIG_IDS, st.sampled_from(Refusal), st.none() | st.integers(0, 255)),
    st.just(AskHello()),
    st.builds(KeepShot, RIG_IDS, st.integers(1, LONG)),
    st.builds(AskClock, st.integers(0, WORD)),
    st.builds(SetLimit, st.integers(0, MOST_LIMIT_S)),
)  # fmt: skip
LINES = st.tuples(MESSAGES, st.integers(0, 255))
