"""What a camera's pictures told, as numbers for programs."""

from typing import Any

from vision.camera_check.study import CameraReport


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
