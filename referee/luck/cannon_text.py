"""A cannon's history in words and numbers."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields

from referee.luck.passport_view import (
    CannonHistoryView,
    ComponentView,
    DispersionView,
    MisfiresView,
    PassportShotView,
    PredictionView,
    SpeedView,
)
from referee.shots.dispersion import Component, Dispersion
from referee.shots.history import CannonHistory, Prediction
from referee.shots.record import ShotRecord
from referee.shots.trend import SpeedTrend
from referee.words.cannon import faults_said
from referee.words.translation import say

_OF_SHOT = (
    "at", "entry", "casualties", "cocked_s", "gates_us", "speed_m_s", "energy_mj", "misfire", "faults", "counts", "left"
)  # fmt: skip


def cannon_said(cannon: CannonHistory, titles: Mapping[str, str], language: str) -> CannonHistoryView:
    """Return everything that is said of a cannon: its lines, its impacts with what was predicted, its shots."""
    word = _words(language)
    side = titles.get(cannon.side, cannon.side)
    errors = {fallen.shot.key: fallen.error for fallen in cannon.impacts}
    made = {prediction.shot.key: prediction for prediction in cannon.predicted}
    share, spread = cannon.misfires, cannon.dispersion
    lubricate = cannon.speed is not None and cannon.speed.lubricate
    kept = word("predicted", in_50=cannon.in_50.hits, in_95=cannon.in_95.hits, count=cannon.in_50.count)
    return CannonHistoryView(
        side=cannon.side,
        rig=cannon.rig,
        title=word("cannon_of", side=side, rig=cannon.rig),
        fired=cannon.fired,
        misfires=MisfiresView(share.hits, share.count, share.low, share.high),
        fired_said=word(
            "fired",
            fired=cannon.fired,
            misfires=share.hits,
            tried=share.count,
            low=100 * share.low,
            high=100 * share.high,
        ),
        speed=_speed(cannon.speed),
        speed_said=tuple(_speed_lines(cannon, language)),
        advice=say("cannon.lubricate", language) if lubricate else "",
        about=cannon.about,
        dispersion=_spread(spread),
        dispersion_said=tuple(_spread_lines(cannon, language)),
        picture_said=word("impacts_picture" if cannon.about == "aim" else "impacts_picture_mean"),
        predicted_said=kept if made else word("no_predictions"),
        shots=tuple(_shot(shot, errors.get(shot.key), made.get(shot.key), language) for shot in cannon.shots),
    )


def _words(language: str) -> Callable[..., str]:
    return lambda key, **values: say(f"passport.{key}", language, **values)


def _speed(trend: SpeedTrend | None) -> SpeedView | None:
    if trend is None:
        return None
    return SpeedView(**{field.name: getattr(trend, field.name) for field in fields(SpeedView)})


def _speed_lines(cannon: CannonHistory, language: str) -> list[str]:
    trend, word = cannon.speed, _words(language)
    if trend is None:
        return [word("few_speeds", count=sum(shot.fired and shot.speed_m_s is not None for shot in cannon.shots))]
    falls = trend.p_falling < 0.01 and trend.slope_high < 0
    values = {"slope": trend.slope, "low": trend.slope_low, "high": trend.slope_high, "count": trend.count}
    return [
        word("speed", mean=trend.mean, sigma=trend.sigma),
        word("trend_falls" if falls else "trend_none", fall=100 * trend.fall, **values),
    ]


def _spread(spread: Dispersion | None) -> DispersionView | None:
    if spread is None:
        return None
    return DispersionView(
        count=spread.count,
        mean=spread.mean,
        widened=spread.widened,
        next_50=spread.next_50,
        next_95=spread.next_95,
        mean_95=spread.mean_95,
        over=_component(spread.over),
        right=_component(spread.right),
        cep_cm=(spread.cep_cm, spread.cep_low_cm, spread.cep_high_cm),
    )


def _component(part: Component) -> ComponentView:
    return ComponentView(
        mean=part.mean_cm,
        low=part.mean_low_cm,
        high=part.mean_high_cm,
        sigma=part.sigma_cm,
        least=part.sigma_low_cm,
        most=part.sigma_high_cm,
    )


def _spread_lines(cannon: CannonHistory, language: str) -> list[str]:
    spread, word = cannon.dispersion, _words(language)
    if spread is None:
        return [word("no_impacts", count=len(cannon.impacts))]
    parts = {"over": spread.over, "right": spread.right}
    return [
        *([] if cannon.about == "aim" else [word("no_aim")]),
        *(
            word(key, **{name: _tenth(value) for name, value in asdict(_component(part)).items()})
            for key, part in parts.items()
        ),
        word("cep", cep=spread.cep_cm, low=spread.cep_low_cm, high=spread.cep_high_cm),
        word("next"),
        word("few_shots", count=spread.count, widened=spread.widened),
        word("at_rest"),
    ]


def _shot(
    shot: ShotRecord, error: tuple[float, float] | None, made: Prediction | None, language: str
) -> PassportShotView:
    return PassportShotView(
        **{name: getattr(shot, name) for name in _OF_SHOT},
        number=shot.counter,
        error_cm=error,
        predicted=None
        if made is None
        else PredictionView(
            by=made.by,
            within_50=made.within_50,
            within_95=made.within_95,
            off_cm=made.off_cm,
            in_50=made.in_50,
            in_95=made.in_95,
        ),
        said=tuple(_shot_line(shot, error, made, language)),
    )


def _shot_line(
    shot: ShotRecord, error: tuple[float, float] | None, made: Prediction | None, language: str
) -> list[str]:
    """Return what is said of a shot, piece by piece."""
    word, parts = _words(language), []
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
