"""What a camera's pictures told, as the doctor says it and as numbers; of markers in them, what ± to expect."""

from typing import Any

import numpy as np

from cli.checkup import Finding
from table.uncertainty import SIGMAS_95
from vision.arrays import Floats
from vision.camera_check.edges import Edge
from vision.camera_check.light import LightChange
from vision.camera_check.noise import Noise
from vision.camera_check.resting import Resting
from vision.camera_check.study import CameraReport
from vision.camera_check.timing import Timing
from vision.tone import USUAL

_FEW_A_SECOND, _UNREAD = 10.0, 0.5  # pictures; of those looked at: looking for markers takes its time, now and then
_NOISY, _STEADIED = 4.0, 0.1  # grey levels; how alike noise is in two frames in a row
_HUNTS, _PULSES = 0.01, 0.01  # of the brightness
_HALO, _SOFT_PX = 0.1, 3.0
_BREATHES, _SHAKES_PX, _MOVES_PX = 0.08, 0.1, 20.0  # of the blur; px
_TOO_MUCH = 1.25  # of what Vedette says: more scatter is not what it takes into account
_PULSES_HZ = {"50 Hz": 100.0, "60 Hz": 120.0}  # lamps pulse twice a period


def camera_findings(report: CameraReport, marker_cm: float | None) -> list[Finding]:
    """Return what there is to say of a camera by its pictures, the ± for markers of that size among it."""
    resting = report.resting
    told = [*_timing(report.timing), _noise(report.noise), *_light(report.light)]
    if not resting.markers:
        advice = "lay printed markers or the lens board before the camera; --dictionary names theirs"
        return [*told, Finding("markers", "note", "none seen: tone, edges and ± cannot be told", advice)]
    told += [_tone(report), _edge(report.edge)]
    if report.timing.rate_hz is None:  # of so few pictures no scatter is told
        return told
    told += [finding for finding in (_focus(resting.blur_px), _shake(resting)) if finding is not None]
    return [*told, *_markers(resting), *_expected(resting, marker_cm)]


def _timing(timing: Timing) -> list[Finding]:
    if timing.rate_hz is None:
        advice = "too few to tell what scatters; if they came from a camera, is another program using it?"
        return [Finding("pictures", "wrong", f"only {timing.frames} came", advice)]
    found = f"{timing.rate_hz:.1f} a second"
    told = [Finding("pictures", "good", found)]
    if timing.rate_hz < _FEW_A_SECOND:
        advice = "few: a USB 2 port, a dim room (long exposure) or a slow network make this"
        told = [Finding("pictures", "note", found, advice)]
    if timing.unread > _UNREAD * timing.frames:
        told.append(Finding("unread", "note", f"{timing.unread} came while one was looked at: this computer is slower"))
    if timing.missing is None:
        told.append(Finding("missing", "note", "cannot be told: they come in bursts, as from a network"))
    elif timing.missing:
        advice = "a busy computer, a USB hub or a weak Wi-Fi loses pictures"
        told.append(Finding("missing", "note", f"{timing.missing} of {timing.frames + timing.missing}", advice))
    if timing.repeated:
        advice = "the camera or its app sends pictures more often than it takes them"
        told.append(Finding("twice", "note", f"{timing.repeated} of {timing.frames} are the one before", advice))
    return told


def _noise(noise: Noise | None) -> Finding:
    if noise is None:
        return Finding("noise", "note", "cannot be told: too few pictures, or nothing in them lies still")
    found = f"{noise.usual:.1f} grey levels of 255"
    if len(noise.levels) > 1:
        dark, bright = (f"{noise.sigmas[k]:.1f} at {noise.levels[k]:.0f}" for k in (0, -1))
        found += f" ({dark}, {bright})"
    if noise.frames is not None and noise.frames > _STEADIED:
        found += "; steadied by the frame before: what moves may leave a trace"
    if noise.usual > _NOISY:
        return Finding("noise", "note", found, "more light makes it less")
    return Finding("noise", "good", found)


def _light(light: LightChange | None) -> list[Finding]:
    if light is None:
        return [Finding("exposure", "note", "cannot be told: too few pictures, or nothing in them lies still")]
    found = f"brightness differs by {light.hunting:.1%} from picture to picture"
    hunts = light.hunting > _HUNTS
    advice = "more light, or lock exposure and white balance in the camera's app" if hunts else None
    return [Finding("exposure", "note" if hunts else "good", found, advice), _rows(light)]


def _rows(light: LightChange) -> Finding:
    if light.swing is None or light.period is None:
        return Finding(
            "shutter", "note", "no bands of pulsing lamps: rolling or not cannot be told from a still scene",
            "what rests is measured as well with either",
        )  # fmt: skip
    times = ", ".join(f"{1000 * (light.readout_s(hz) or 0):.0f} ms on {mains}" for mains, hz in _PULSES_HZ.items())
    found = f"rolling: lamps pulse in bands by {light.swing:.1%}; first row to last takes {times}"
    strong = light.swing > _PULSES
    return Finding("shutter", "note" if strong else "good", found, "other lamps, or daylight" if strong else None)


def _tone(report: CameraReport) -> Finding:
    tone = report.tone
    if tone is None:
        return Finding("tone", "note", "cannot be told: two markers at least must be seen")
    if tone == USUAL:
        return Finding("tone", "good", f"the usual one fits (gamma {USUAL.gamma})")
    return Finding("tone", "good", f"gamma {tone.gamma:.1f}, told by the markers, and taken into account")


def _edge(edge: Edge | None) -> Finding:
    if edge is None:
        advice = "hold a large one, or the lens board, nearer to the camera"
        return Finding("edges", "note", "cannot be told: all markers are small", advice)
    found = f"{edge.rise_px:.1f} px from black to white"
    if edge.halo is None:
        found += "; black and white are cut off: no halo of sharpening can be seen"
        return Finding("edges", "note", found, "less light or exposure; paper should be grey rather than white")
    if edge.halo > _HALO:
        found += f", with a halo of {edge.halo:.0%}"
        return Finding("edges", "note", found, "the camera sharpens: turn that down in its app, if it lets you")
    if edge.rise_px > _SOFT_PX:
        return Finding("edges", "note", found, "soft: is it in focus, is the lens clean?")
    return Finding("edges", "good", f"{found}, " + (f"a halo of {edge.halo:.0%}" if edge.halo > 0.02 else "no halo"))


def _focus(blur_px: Floats) -> Finding | None:
    if len(blur_px) < 8:
        return None
    middle, spread = float(np.median(blur_px)), float(np.subtract(*np.percentile(blur_px, [90, 10])))
    if spread < _BREATHES * middle:
        return Finding("focus", "good", "steady")
    found = f"blur changes between {middle - spread / 2:.2f} and {middle + spread / 2:.2f} px"
    return Finding("focus", "note", found, "switch automatic focus off: each hunt moves the whole picture")


def _shake(resting: Resting) -> Finding | None:
    if resting.shake is None:
        return None
    if max(resting.shake.shift_px, resting.shake.corner_px) > _MOVES_PX:
        return Finding("shake", "note", "camera or markers move", "for a ± both must rest, most of the time")
    found = f"{resting.shake.shift_px:.3f} px from picture to picture, all markers alike"
    if max(resting.shake.shift_px, resting.shake.corner_px) < _SHAKES_PX:
        return Finding("shake", "good", found)
    if resting.shake.corner_px > 2 * resting.shake.shift_px:
        found = f"the picture grows and shrinks by {resting.shake.corner_px:.2f} px at its corners"
    return Finding("shake", "note", found, "a stiffer mount, no fan or footsteps near it; no stabiliser, no autofocus")


def _markers(resting: Resting) -> list[Finding]:
    fates = {fate: [m.id for m in resting.markers if m.fate == fate] for fate in ("moved", "seldom seen")}
    told = [
        Finding("markers", "note", f"{fate}, left out: {', '.join(map(str, ids))}")
        for fate, ids in fates.items()
        if ids
    ]
    if not resting.rested:
        return [*told, Finding("markers", "note", "none rested long enough to tell how it scatters")]
    within, claimed, ratio = (
        float(np.median(values))
        for values in zip(*((m.within_px, m.sigma_px, m.in_sigmas) for m in resting.rested), strict=True)
    )
    found = f"{len(resting.rested)} at rest scatter by {within:.3f} px; Vedette allows for {claimed:.3f}"
    if ratio > _TOO_MUCH:
        advice = f"{ratio:.1f} times what Vedette says: something here moves or flickers that it does not know of"
        told.append(Finding("markers", "note", found, advice))
    else:
        told.append(Finding("markers", "good", found))
    wander = [m.between_px for m in resting.rested if m.between_px is not None]
    if wander:
        found = f"{float(np.median(wander)):.3f} px from second to second, beyond what that makes"
        told.append(Finding("drift", "good", found))
    return told


def _expected(resting: Resting, marker_cm: float | None) -> list[Finding]:
    if not resting.rested:
        return []
    mm_per_cm = float(
        np.median([SIGMAS_95 * m.total_px * 10 / m.side_px for m in resting.rested if m.total_px is not None])
    )
    size_cm, guessed = (2.0, " (yours: --marker-cm)") if marker_cm is None else (marker_cm, "")
    found = f"±{mm_per_cm * size_cm:.2g} mm from picture to picture, for a marker of {size_cm:g} cm{guessed}"
    advice = (
        "what stays the same from picture to picture (lens, tone, heights) this cannot tell: `vedette calibrate check`"
    )
    return [Finding("expect", "good", found, advice)]


def report_json(report: CameraReport) -> dict[str, Any]:
    """Return all numbers, for programs."""
    timing, noise, light, edge, resting = report.timing, report.noise, report.light, report.edge, report.resting
    return {
        "size_px": list(report.size_px),
        "timing": {
            "frames": timing.frames, "seconds": _round(timing.seconds), "rate_hz": _round(timing.rate_hz),
            "missing": timing.missing, "repeated": timing.repeated, "unread": timing.unread,
            "jitter_s": _round(timing.jitter_s), "longest_s": _round(timing.longest_s),
        },
        "noise": None if noise is None else {
            "levels": [_round(level) for level in noise.levels], "sigmas": [_round(sigma) for sigma in noise.sigmas],
            "neighbours": _round(noise.neighbours), "frames": _round(noise.frames),
        },
        "light": None if light is None else {
            "hunting": _round(light.hunting), "swing": _round(light.swing), "period": _round(light.period),
        },
        "edge": None if edge is None else {"rise_px": _round(edge.rise_px), "halo": _round(edge.halo)},
        "gamma": None if report.tone is None else report.tone.gamma,
        "shake": None if resting.shake is None else {
            "shift_px": _round(resting.shake.shift_px), "corner_px": _round(resting.shake.corner_px),
        },
        "markers": [
            {
                "id": m.id, "fate": m.fate, "frames": m.frames, "side_px": _round(m.side_px),
                "within_px": _round(m.within_px), "between_px": _round(m.between_px), "sigma_px": _round(m.sigma_px),
                "in_sigmas": _round(m.in_sigmas),
            }
            for m in resting.markers
        ],
    }  # fmt: skip


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 5)
