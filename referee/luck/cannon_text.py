"""A cannon's history in words and numbers."""

from collections.abc import Mapping
from typing import Any

from referee.shots.dispersion import Component, Dispersion, Ellipse
from referee.shots.history import CannonHistory
from referee.shots.prediction import Prediction
from referee.shots.record import ShotRecord
from referee.shots.trend import SpeedTrend
from referee.words.cannon import faults_said
from referee.words.english_passport import PASSPORT
from referee.words.english_shots import CANNON
from referee.words.translating import say


def cannon_said(cannon: CannonHistory, titles: Mapping[str, str], language: str) -> dict[str, Any]:
    """Return everything that is said of a cannon: its lines, its impacts with what was predicted, its shots."""

    def word(key: str, **values: Any) -> str:
        return say(PASSPORT[key], language, **values)

    side = titles.get(cannon.side, cannon.side)
    errors = {fallen.shot.key: fallen.error for fallen in cannon.impacts}
    made = {prediction.shot.key: prediction for prediction in cannon.predicted}
    share, spread = cannon.misfires, cannon.dispersion
    lubricate = cannon.speed is not None and cannon.speed.lubricate
    return {
        "side": cannon.side,
        "rig": cannon.rig,
        "title": word("cannon_of", side=side, rig=cannon.rig),
        "fired": cannon.fired,
        "misfires": {"count": share.hits, "of": share.count, "low": share.low, "high": share.high},
        "fired_said": word(
            "fired", fired=cannon.fired, misfires=share.hits, tried=share.count, low=100 * share.low,
            high=100 * share.high,
        ),
        "speed": _speed(cannon.speed),
        "speed_said": _speed_lines(cannon, language),
        "advice": say(CANNON["lubricate"], language) if lubricate else "",
        "about": cannon.about,
        "dispersion": _spread(spread),
        "dispersion_said": _spread_lines(cannon, language),
        "picture_said": word("impacts_picture" if cannon.about == "aim" else "impacts_picture_mean"),
        "predicted_said": word(
            "predicted", in_50=cannon.in_50.hits, in_95=cannon.in_95.hits, count=cannon.in_50.count
        ) if made else word("no_predictions"),
        "shots": [_shot(shot, errors.get(shot.key), made.get(shot.key), language) for shot in cannon.shots],
    }  # fmt: skip


def _speed(trend: SpeedTrend | None) -> dict[str, Any] | None:
    if trend is None:
        return None
    kept = ("count", "mean", "sigma", "slope", "slope_low", "slope_high", "fall", "p_falling", "lubricate")
    return {name: getattr(trend, name) for name in kept}


def _speed_lines(cannon: CannonHistory, language: str) -> list[str]:
    trend = cannon.speed
    if trend is None:
        known = sum(shot.fired and shot.speed_m_s is not None for shot in cannon.shots)
        return [say(PASSPORT["few_speeds"], language, count=known)]
    falls = trend.p_falling < 0.01 and trend.slope_high < 0
    values = {"slope": trend.slope, "low": trend.slope_low, "high": trend.slope_high, "count": trend.count}
    return [
        say(PASSPORT["speed"], language, mean=trend.mean, sigma=trend.sigma),
        say(PASSPORT["trend_falls" if falls else "trend_none"], language, fall=100 * trend.fall, **values),
    ]


def _spread(spread: Dispersion | None) -> dict[str, Any] | None:
    if spread is None:
        return None
    return {
        "count": spread.count, "mean": list(spread.mean), "widened": spread.widened,
        "next_50": _ellipse(spread.next_50), "next_95": _ellipse(spread.next_95), "mean_95": _ellipse(spread.mean_95),
        "over": _component(spread.over), "right": _component(spread.right),
        "cep_cm": [spread.cep_cm, spread.cep_low_cm, spread.cep_high_cm],
    }  # fmt: skip


def _ellipse(ellipse: Ellipse) -> dict[str, Any]:
    return {
        "centre": list(ellipse.centre), "major_cm": ellipse.major_cm, "minor_cm": ellipse.minor_cm,
        "angle_deg": ellipse.angle_deg, "share": ellipse.share,
    }  # fmt: skip


def _component(part: Component) -> dict[str, float]:
    return {
        "mean": part.mean_cm, "low": part.mean_low_cm, "high": part.mean_high_cm, "sigma": part.sigma_cm,
        "least": part.sigma_low_cm, "most": part.sigma_high_cm,
    }  # fmt: skip


def _spread_lines(cannon: CannonHistory, language: str) -> list[str]:
    spread = cannon.dispersion
    if spread is None:
        return [say(PASSPORT["no_impacts"], language, count=len(cannon.impacts))]
    return [
        *([] if cannon.about == "aim" else [say(PASSPORT["no_aim"], language)]),
        *(
            say(PASSPORT[key], language, **{name: _tenth(value) for name, value in _component(part).items()})
            for key, part in (("over", spread.over), ("right", spread.right))
        ),
        say(PASSPORT["cep"], language, cep=spread.cep_cm, low=spread.cep_low_cm, high=spread.cep_high_cm),
        say(PASSPORT["next"], language),
        say(PASSPORT["few_shots"], language, count=spread.count, widened=spread.widened),
        say(PASSPORT["at_rest"], language),
    ]


def _shot(
    shot: ShotRecord, error: tuple[float, float] | None, made: Prediction | None, language: str
) -> dict[str, Any]:
    speed, energy = shot.speed_m_s, shot.energy_mj
    return {
        "number": shot.counter, "at": shot.at, "entry": shot.entry, "casualties": shot.casualties,
        "cocked_s": shot.cocked_s, "gates_us": list(shot.gates_us), "speed_m_s": None if speed is None else list(speed),
        "energy_mj": None if energy is None else list(energy), "misfire": shot.misfire, "faults": list(shot.faults),
        "counts": shot.counts, "left": shot.left, "error_cm": None if error is None else list(error),
        "predicted": None if made is None else {
            "by": made.by, "within_50": _ellipse(made.within_50), "within_95": _ellipse(made.within_95),
            "off_cm": made.off_cm, "in_50": made.in_50, "in_95": made.in_95,
        },
        "said": _shot_line(shot, error, made, language),
    }  # fmt: skip


def _shot_line(
    shot: ShotRecord, error: tuple[float, float] | None, made: Prediction | None, language: str
) -> list[str]:
    """Return what is said of a shot, piece by piece."""

    def word(key: str, **values: Any) -> str:
        return say(PASSPORT[key], language, **values)

    parts = []
    if shot.speed_m_s is not None and shot.energy_mj is not None:
        (speed, sigma), (energy, energy_sigma) = shot.speed_m_s, shot.energy_mj
        parts.append(word("shot_line_speed", speed=speed, sigma=sigma, energy=energy, energy_sigma=energy_sigma))
    if shot.cocked_s is not None:
        parts.append(word("shot_cocked", seconds=shot.cocked_s))
    parts += faults_said(shot, language=language)
    if shot.counts is None:
        parts.append(word("shot_open"))
    elif not shot.counts and not shot.misfire:
        parts.append(word("shot_not"))
    if shot.left is not None:
        parts.append(word("shots_left", left=shot.left))
    if error is not None:
        parts.append(word("shot_fell_at", over=_tenth(error[0]), right=_tenth(error[1])))
    if made is not None:
        where = word("where_in_50" if made.in_50 else "where_in_95" if made.in_95 else "where_out")
        over, right = map(_tenth, made.within_50.centre)
        parts.append(word("shot_predicted", over=over, right=right, off=made.off_cm, where=where))
    return parts


def _tenth(number: float) -> float:
    """Return a number to be said to one place, so that -0.04 is not "-0.0"."""
    return round(number, 1) + 0.0
