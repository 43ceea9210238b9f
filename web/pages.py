"""Pages: a template, in the language of who asks, with the words its scripts say."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from flask import current_app, g, render_template, url_for
from typing_extensions import TypeAliasType

from referee.ruling_view import capital
from referee.words.languages import UNDER_WAY, language_names, number, plural_samples
from referee.words.translation import Words, fill, section
from web.language import asked_language
from web.roles import may_open, role_now
from web.table_number import number_now

PageWords = TypeAliasType("PageWords", "Mapping[str, str | Mapping[str, str]]")
"""What a page holds for its scripts, as JSON under the id "words": the words in its language, by key.

Words that count are by the names that Intl.PluralRules has for numbers.
"""

PLACES = (
    ("nav_table", "page"),
    ("nav_hall", "hall"),
    ("nav_evening", "evening.page"),
    ("nav_evidence", "evidence.newest"),
    ("nav_journal", "journal.page"),
    ("nav_chart", "chart.page"),
    ("nav_passport", "passport.page"),
    ("nav_result", "result.page"),
    ("nav_audit", "audit.page"),
    ("nav_season", "season.page"),
    ("nav_watch", "watch.page"),
    ("nav_terrain", "terrain.page"),
    ("nav_join", "doors.page"),
    ("nav_keep", "played.keep"),
    ("nav_scenario", "played.scenario"),
    ("nav_setup", "setup.page"),
)
"""The pages' names and their routes; those that there are not, or that who asks may not open, are left out."""


class PageLink(NamedTuple):
    """A page in the list of pages."""

    word: str
    href: str


def show_page(template: str, sections: Sequence[str] = (), **values: Any) -> str:
    """Return a page; ``sections`` are those of the words it says beside ``page``, for ``t`` in its scripts too."""
    return render_template(
        template, **said_in(asked_language(), ("page", *sections)), languages=language_names(), under_way=UNDER_WAY,
        role=role_now(), places=_places(), pin_page=_pin_page(), table_number=number_now(), **values,
    )  # fmt: skip


def error_page(line: str) -> str | None:
    """Return the page that says what went wrong; None for whom nobody knows yet, who is shown no page."""
    return show_page("error.html", line=capital(line)) if "vedette_role" in g else None


def said_in(language: str, sections: Sequence[str]) -> dict[str, Any]:
    """Return what a template speaks with: ``language``, the ``words`` of its scripts, ``t`` and ``decimal``."""
    known = {key: said for name in sections for key, said in section(name, language).items()}

    def t(key: str, **places: Any) -> str:
        return fill(known[key].form(places.get("count")), language, places)

    words: PageWords = {key: for_scripts(said, language) for key, said in known.items()}
    decimal = partial(number, spec="g", language=language)
    return {"t": t, "decimal": decimal, "words": words, "language": language}


def for_scripts(said: Words, language: str) -> str | dict[str, str]:
    """Return words as the scripts have them."""
    if len(said.forms) == 1:
        return said.form()
    return {"other": said.form(), **{name: said.form(count) for name, count in plural_samples(language).items()}}


def _pin_page() -> str | None:
    """Return where who asks may become the referee; None for the referee, and in a hall."""
    there = "doors.pin_page" in current_app.view_functions and role_now().name != "referee"
    return url_for("doors.pin_page") if there else None


def _places() -> list[PageLink]:
    """Return the pages there are and who asks may open."""
    views = current_app.view_functions
    return [PageLink(word, url_for(route)) for word, route in PLACES if route in views and may_open(views[route])]
