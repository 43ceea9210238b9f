"""Pages: a template, in the language of who asks, with the words its scripts say."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import current_app, render_template, url_for
from typing_extensions import TypeAliasType

from referee.words.english_page import PAGE
from referee.words.languages import language_names
from referee.words.translation import say, translated
from web.language import asked_language
from web.roles import may_open, role_now

Words = Mapping[str, str]
PageWords = TypeAliasType("PageWords", Words)
"""What a page holds for its scripts, as JSON under the id "words": the words in its language, by key."""

PLACES = (
    ("nav_table", "page"),
    ("nav_evidence", "evidence.newest"),
    ("nav_journal", "journal.page"),
    ("nav_chart", "chart.page"),
    ("nav_passport", "passport.page"),
    ("nav_watch", "watch.page"),
    ("nav_terrain", "terrain.page"),
    ("nav_join", "doors.page"),
    ("nav_setup", "setup.page"),
)
"""The pages' names and their routes; those that there are not, or that who asks may not open, are left out."""


class PageLink(NamedTuple):
    """A page in the list of pages."""

    word: str
    href: str


def show_page(template: str, words: Sequence[Words] = (), **values: Any) -> str:
    """Return a page; ``words`` are the English ones it needs beside the common ones, for ``t`` in its scripts too."""
    language = asked_language()
    known = {key: text for listed in (PAGE, *words) for key, text in listed.items()}

    def t(key: str, **places: Any) -> str:
        return say(known[key], language, **places)

    told: PageWords = {key: translated(text, language) for key, text in known.items()}
    return render_template(
        template, t=t, words=told, language=language, languages=language_names(), role=role_now(), places=_places(),
        **values,
    )  # fmt: skip


def _places() -> list[PageLink]:
    """Return the pages there are and who asks may open."""
    views = current_app.view_functions
    return [PageLink(word, url_for(route)) for word, route in PLACES if route in views and may_open(views[route])]
