"""A luck passport in words and numbers: what the page, the paper and ``--json`` say, in the language asked for."""

from collections.abc import Mapping
from typing import Any

from referee.evidence.card_view import HeadView
from referee.luck.cannon_text import cannon_said
from referee.luck.goodness_of_fit import FairnessTest
from referee.luck.passport import Passport
from referee.luck.passport_view import DiceGroupView, HeldFaceView, PassportView, RunView
from referee.words.translation import say, translated
from rules.dice import Face

LEAST_P = 1e-9


def word(key: str, language: str, **values: Any) -> str:
    """Return one of the passport's own words."""
    return say(f"passport.{key}", language, **values)


def passport_said(passport: Passport, titles: Mapping[str, str] | None = None, *, language: str = "en") -> PassportView:
    """Return everything a passport says; ``titles`` are what people call the sides."""
    called = {name: translated(title, language) for name, title in (titles or {}).items()}
    began, ended = (time[:16].replace("T", " ") for time in (passport.began, passport.ended))
    title = translated(passport.title, language) or passport.game.capitalize()
    whole = {True: "pass_whole", False: "pass_broken", None: "pass_unchecked"}[passport.whole]
    return PassportView(
        game=passport.game,
        title=title,
        said=word("pass_of", language, title=title, began=began, ended=ended),
        began=passport.began,
        ended=passport.ended,
        head=HeadView(*passport.head),
        head_said=word("pass_head", language, number=passport.head[0], seal=passport.head[1]),
        whole=passport.whole,
        whole_said=word(whole, language),
        dice=tuple(group_said(group, called, language) for group in passport.dice),
        looked_at=passport.looked_at,
        dice_from=passport.dice_from,
        dice_said=(
            *([word("dice_from", language, number=passport.dice_from)] if passport.dice_from > 1 else []),
            *_about_dice(passport, language),
        ),
        taken_back=tuple(group_said(group, called, language) for group in passport.taken_back),
        strange=passport.strange,
        strange_said=word("strange", language, count=passport.strange) if passport.strange else "",
        cannons=tuple(cannon_said(cannon, called, language) for cannon in passport.cannons),
    )


def _about_dice(passport: Passport, language: str) -> list[str]:
    if not passport.dice:
        return [word("no_dice", language)]
    return [word("looked_at", language, count=passport.looked_at), word("high_or_low", language)]


def group_said(group: FairnessTest, titles: Mapping[str, str], language: str) -> DiceGroupView:
    """Return what is said of a group of dice."""
    name = _name(group, titles, language)
    kind = word(f"kind_{group.kind.name}", language, count=group.count)
    return DiceGroupView(
        kind=group.kind.name,
        by=group.by,
        of=group.name,
        name=name,
        count=group.count,
        title=word("group_count", language, name=name, count=group.count, kind=kind),
        verdict=group.verdict,
        verdict_said=_verdict(group, language),
        lines=tuple(_lines(group, language)),
        chi_square=group.chi_square,
        p_uneven=group.p_uneven,
        mean=group.mean,
        p_mean=group.p_mean,
        longest_run=None if group.run is None else RunView(*group.run, group.p_run),
        least_p=group.least_p,
        smallest_bias=group.smallest_bias,
        faces=tuple(_face(group, index, language) for index in range(len(group.faces))),
    )


def face_said(face: Face, language: str) -> str:
    """Return a face: its number, or its sign in a word."""
    return str(face) if isinstance(face, int) else word(f"face_{face}", language)


def often(p: float, language: str) -> str:
    """Return how often something happens: "in 38 of 100", "in 1 of 2500"."""
    if p < LEAST_P:
        return word("never", language, times=f"{round(1 / LEAST_P)}")
    if p >= 0.015:
        return word("often", language, share=f"{100 * p:.0f}")
    return word("seldom", language, times=f"{float(f'{1 / p:.2g}'):.0f}")


def _name(group: FairnessTest, titles: Mapping[str, str], language: str) -> str:
    if group.by == "side":
        return word("group_side", language, side=titles.get(group.name, group.name))
    return word(f"group_{group.by}" + (f"_{group.name}" if group.name else ""), language)


def _verdict(group: FairnessTest, language: str) -> str:
    p = group.least_p if group.verdict == "unusual" else group.p_uneven
    return word(group.verdict, language, often=often(p, language))


def _lines(group: FairnessTest, language: str) -> list[str]:
    lines = []
    if group.verdict == "unusual":
        lines.append(word("uneven", language, chi=group.chi_square, often=often(group.p_uneven, language)))
    if group.mean is not None and group.p_mean is not None and group.fair_mean is not None:
        times = often(group.p_mean, language)
        lines.append(word("mean", language, mean=group.mean, fair=group.fair_mean, often=times))
    if group.run is not None and group.run[1] > 1:
        face, long = group.run
        times = often(group.p_run, language)
        lines.append(word("run", language, face=face_said(face, language), long=long, often=times))
    if group.smallest_bias is not None:
        fair = group.kind.chances[-1]
        lines.append(word("power", language, fair=100 * fair, biased=100 * (fair + group.smallest_bias)))
    return lines


def _face(group: FairnessTest, index: int, language: str) -> HeldFaceView:
    held = group.faces[index]
    share, name = held.count / group.count if group.count else 0.0, face_said(held.face, language)
    said = word(
        "face_line", language, face=name, count=held.count, share=100 * share, fair=100 * held.fair,
        low=100 * held.low, high=100 * held.high,
    )  # fmt: skip
    return HeldFaceView(
        face=held.face,
        name=name,
        count=held.count,
        share=share,
        fair=held.fair,
        low=held.low,
        high=held.high,
        band=held.band,
        said=said,
    )
