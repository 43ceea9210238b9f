"""The option that says which language a command speaks."""

import os
from collections.abc import Mapping
from functools import partial

import click

from calibration.report_page import Locale
from cli import SPOKEN
from referee.words import LANGUAGES, language_of
from referee.words.languages import decimal_mark
from referee.words.translation import remark_said


def _spoken(ctx: click.Context, _: click.Parameter, language: str) -> str:
    ctx.meta[SPOKEN] = language
    return language


def language_here(environment: Mapping[str, str]) -> str:
    """Return the language that errors are said in where none was asked for."""
    named = environment.get("VEDETTE_LANG", "")
    return named if named in LANGUAGES else language_of(environment)


def locale_in(language: str) -> Locale:
    """Return how pages and lines of a calibration are told in the language."""
    return Locale(language, partial(remark_said, language=language), decimal_mark(language))


def said_here(text: str) -> str:
    """Return a command's own line in the language that it was asked to speak, else in that of its errors."""
    context = click.get_current_context(silent=True)
    asked = context.meta.get(SPOKEN) if context is not None else None
    return remark_said(text, asked or language_here(os.environ))


option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    envvar="VEDETTE_LANG",
    default=lambda: language_of(os.environ),
    is_eager=True,
    callback=_spoken,
    show_default="VEDETTE_LANG, else your system's language, else en",
    help="The language it speaks.",
)
