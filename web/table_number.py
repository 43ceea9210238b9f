"""What the table is good to, in the bar of every page; amber, with the way to mend it, where something speaks against.

A tape may say otherwise, or another camera may look than the lens was learned with.
"""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Flask, current_app, url_for

from referee.setup.steps import StepKey
from referee.setup.table_number import TableNumber
from referee.words.translation import say
from table.uncertainty import SIGMAS_95
from web.language import asked_language
from web.roles import may_open

Asked = Callable[[], TableNumber | None]
_NAME = "vedette_table_number"


@dataclass(frozen=True, slots=True)
class TableNumberView:
    """The number in words, and what it is made of; ``fix`` is the page on which who asks can mend what differs."""

    text: str
    title: str
    agrees: bool
    fix: str | None


def tell_number(
    app: Flask, number: Asked, known_id: Callable[[], str | None] = lambda: None,
    another_camera: Callable[[], bool] = lambda: False,
) -> None:  # fmt: skip
    """Let an application's pages show this number, and where it is mended in the set-up of that id.

    It is worth nothing while ``another_camera`` looks.
    """
    app.extensions[_NAME] = (number, known_id, another_camera)


def number_now() -> TableNumberView | None:
    """Return the number as it is now, for who asks; None where no table is known."""
    asked: tuple[Asked, Callable[[], str | None], Callable[[], bool]] | None = current_app.extensions.get(_NAME)
    number = asked[0]() if asked is not None else None
    if asked is None or number is None:
        return None
    language = asked_language()
    if asked[2]():
        text, title = say("page.number_camera", language), say("page.number_camera_title", language)
        return TableNumberView(text, title, False, _step(asked[1](), "lens"))
    shares_cm, lengths, worst = number.accuracy.shares_cm, _lengths(number), number.worst
    title = say("page.number_title", language, **{name: 10 * SIGMAS_95 * cm for name, cm in shares_cm.items()})
    if lengths and worst is not None:
        title = say("page.number_contradicts_title", language, **lengths, between=worst.between or "?")
    agrees = number.agrees
    return TableNumberView(number_said(number, language), title, agrees, None if agrees else _step(asked[1](), "check"))


def number_said(number: TableNumber, language: str) -> str:
    """Return the number in words."""
    return say(f"page.number_{number.tape}", language, mm=10 * number.good_to_cm, **_lengths(number))


def _lengths(number: TableNumber) -> dict[str, float]:
    worst = number.worst if number.tape == "contradicts" else None
    return {} if worst is None else {"true": worst.true_cm, "measured": worst.measured_cm}


def _step(known_id: str | None, key: StepKey) -> str | None:
    view = current_app.view_functions.get("setup.step")
    if known_id is None or view is None or not may_open(view):
        return None
    return url_for("setup.step", known_id=known_id, key=key)
