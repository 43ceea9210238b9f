"""What happens at a rig, in a line for people or as JSON."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from hardware.events import (
    LeverMoved,
    LineFault,
    RigEvent,
    RigFound,
    RigLost,
    ShotsLost,
    ShotTimed,
    WarningGiven,
)
from hardware.messages import Flag, LeverState, Sensor, ShotSensed, Trouble
from table.uncertainty import SIGMAS_95

WallTime = Callable[[float], datetime]
_NAMES = {Sensor.GATE_1: "gate 1", Sensor.GATE_2: "gate 2", Sensor.PLATE: "plate"}
_FLAGS = {
    Flag.DOUBLE_TRIGGER: "a gate fired more than once",
    Flag.GATE_1_BLOCKED: "gate 1 was blocked or trembled",
    Flag.GATE_2_BLOCKED: "gate 2 was blocked or trembled",
    Flag.POWER_LOST: "power was lost between cocking and now: perhaps no shot",
    Flag.RESENT: "sent again",
}
_TROUBLES = {
    Trouble.COCKED: "cocked for {s:.0f} s: that weakens the spring",
    Trouble.GATE_1: "gate 1 has been blocked for {s:.0f} s",
    Trouble.GATE_2: "gate 2 has been blocked for {s:.0f} s",
    Trouble.TREMBLE_1: "gate 1 has trembled for {s:.0f} s: give it more light, or less",
    Trouble.TREMBLE_2: "gate 2 has trembled for {s:.0f} s: give it more light, or less",
}
_OVER = {
    Trouble.COCKED: "no longer cocked",
    Trouble.GATE_1: "gate 1 is free again",
    Trouble.GATE_2: "gate 2 is free again",
    Trouble.TREMBLE_1: "gate 1 is steady again",
    Trouble.TREMBLE_2: "gate 2 is steady again",
}


def speed_m_s(shot: ShotSensed, gate_mm: float | None) -> float | None:
    """Return the plain speed between the gates; None without both times or their spacing."""
    first, second = shot.gate_1_half_us, shot.gate_2_half_us
    if gate_mm is None or first is None or second is None or second <= first:
        return None
    return 2e3 * gate_mm / (second - first)


def at_s(event: RigEvent) -> float:
    """Return when it happened, on the link's clock."""
    if isinstance(event, ShotTimed):
        return event.released.s if event.released else event.received_s
    return event.at.s if isinstance(event, (LeverMoved, WarningGiven)) else event.at_s


def in_words(event: RigEvent, gate_mm: float | None = None) -> str:
    """Return an event in a line, without its time."""
    match event:
        case RigFound(hello=hello):
            fitted = ", ".join(name for sensor, name in _NAMES.items() if sensor in hello.fitted) or "lever only"
            pending = f", {hello.pending} not written down yet" if hello.pending else ""
            told = (
                f"rig {hello.rig} at {event.port}: firmware {hello.firmware}, start {hello.boot}, "
                f"{hello.shots} shots{pending}, {fitted}, lever {hello.lever.lower()}"
            )
        case RigLost():
            told = f"nothing from {event.rig or event.port}: {event.why}; trying again"
        case LeverMoved():
            told = f"{event.rig}: lever {event.state.lower()}"
        case WarningGiven(what=what, lasted_s=lasted_s):
            told = f"{event.rig}: {_TROUBLES[what].format(s=lasted_s) if lasted_s else _OVER[what]}"
        case ShotsLost(numbers=numbers):
            told = f"{event.rig}: shots that the rig no longer has: {', '.join(map(str, numbers))}"
        case LineFault():
            told = f"fault at {event.rig or event.port}: {event.why}"
        case ShotTimed():
            told = f"{event.shot.rig}: {_shot_in_words(event, gate_mm)}"
    return told


def _shot_in_words(event: ShotTimed, gate_mm: float | None) -> str:
    shot = event.shot
    parts = ["misfire"] if shot.misfire else []
    for name, half_us in (
        ("gate 1", shot.gate_1_half_us), ("gate 2", shot.gate_2_half_us), ("plate", shot.plate_half_us),
    ):  # fmt: skip
        if half_us is not None:
            parts.append(f"{name} after {half_us / 2000:.4f} ms")
    if (speed := speed_m_s(shot, gate_mm)) is not None:
        parts.append(f"{speed:.2f} m/s")
    if shot.cocked_ms is not None:
        parts.append(f"cocked for {shot.cocked_ms / 1000:.1f} s")
    parts += [told for flag, told in _FLAGS.items() if flag in shot.flags]
    if event.released is None:
        parts.append("when is not known")
    elif event.released.sigma_s > 0.01:
        parts.append(f"± {SIGMAS_95 * event.released.sigma_s:.2f} s")
    return f"shot {shot.number}: " + ", ".join(parts)


def as_json(event: RigEvent, gate_mm: float | None, wall_time: WallTime) -> dict[str, Any]:
    """Return an event as a JSON object: `event` is its kind, `at` its time of day."""
    told: dict[str, Any]
    match event:
        case RigFound(hello=hello):
            told = {
                "event": "rig", "port": event.port, "rig": hello.rig, "firmware": hello.firmware,
                "start": hello.boot, "shots": hello.shots, "pending": hello.pending, "lost": hello.lost,
                "limit_s": hello.limit_s, "fitted": [_NAMES[s] for s in Sensor if s in hello.fitted],
                "cocked": hello.lever is LeverState.COCKED,
            }  # fmt: skip
        case RigLost():
            told = {"event": "lost", "port": event.port, "rig": event.rig, "why": event.why}
        case LeverMoved():
            cocked = event.state is LeverState.COCKED
            told = {"event": "lever", "port": event.port, "rig": event.rig, "cocked": cocked}
        case WarningGiven():
            told = {
                "event": "warning", "port": event.port, "rig": event.rig, "what": event.what.value.lower(),
                "lasted_s": event.lasted_s,
            }  # fmt: skip
        case ShotsLost():
            told = {"event": "gap", "port": event.port, "rig": event.rig, "numbers": list(event.numbers)}
        case LineFault():
            told = {"event": "fault", "port": event.port, "rig": event.rig, "why": event.why}
        case ShotTimed(shot=shot):
            told = {
                "event": "shot", "port": event.port, "rig": shot.rig, "number": shot.number,
                "sigma_s": event.released.sigma_s if event.released else None, "start": shot.boot,
                "cocked_ms": shot.cocked_ms, "gate_1_us": _us(shot.gate_1_half_us),
                "gate_2_us": _us(shot.gate_2_half_us), "plate_us": _us(shot.plate_half_us),
                "speed_m_s": speed_m_s(shot, gate_mm), "misfire": shot.misfire,
                "double_trigger": Flag.DOUBLE_TRIGGER in shot.flags,
                "gate_1_blocked": Flag.GATE_1_BLOCKED in shot.flags,
                "gate_2_blocked": Flag.GATE_2_BLOCKED in shot.flags,
                "power_lost": Flag.POWER_LOST in shot.flags, "resent": Flag.RESENT in shot.flags,
            }  # fmt: skip
    return {"at": wall_time(at_s(event)).isoformat(timespec="milliseconds"), **told}


def _us(half_us: int | None) -> float | None:
    return None if half_us is None else half_us / 2
