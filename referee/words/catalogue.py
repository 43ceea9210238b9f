"""`python -m referee.words.catalogue [LANGUAGE]`: bring all catalogues, the common and the games', up to the English.

New keys come in empty, keys that are gone are left out, translations stay as they are. Prints what is still to be
translated, or to be looked at again because its English changed; exit status 1 while anything is. Of a language that is
under way only the files that are there are kept up, unless it is named: then all are made. See docs/translating.md.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.plurals import get_plural

from referee.match_info import info_of
from referee.words.languages import LANGUAGES, UNDER_WAY, known_language
from referee.words.po import Entry, block, read_file
from referee.words.translation import files
from rules.options import options_of
from rules.registry import game_named, game_names, trouble_with
from rules.settings import Settings

HEADER = """# What Vedette says, in this language. How to mend a word: docs/translating.md.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural}\\n"
"""
DECLARED = ("options", "choices", "agreed", "sides", "adjective", "demo")
"""Sections whose English stands in the program: the settings' and the games' own declarations."""


def declared(game: str) -> Iterator[tuple[str, str]]:
    """Yield the keys of what a game declares in English, and of what all games do, for no game."""
    if not game:
        for key, option in Settings.model_fields.items():
            yield f"options.{key}", (option.description or key).rstrip(".")
        return
    the_game = game_named(game)
    for each in options_of(game):
        if each.key not in Settings.model_fields:
            yield f"options.{each.key}", each.meaning
            if each.form != "choice" or each.key in the_game.agreed:  # then its choices are said as they were agreed on
                continue
            for choice in each.choices:
                yield f"choices.{each.key}.{choice}", str(choice)
    for key, agreed in the_game.agreed.items():
        yield f"agreed.{key}", agreed.label
        yield from ((f"agreed.{key}.{choice}", said) for choice, said in agreed.choices.items())
    for side in the_game.sides:
        yield f"sides.{side.name}", side.title
        yield f"adjective.{side.name}", side.adjective
    if the_game.demo is not None:
        info = info_of(the_game, the_game.demo())
        yield from (("demo.title", info.title), ("demo.invitation", info.invitation))
        yield from ((f"demo.question.{n}", asked.question) for n, asked in enumerate(info.suggestions, start=1))


def english(path: Path, game: str) -> list[Entry]:
    """Return what an English catalogue has, with what is declared now."""
    kept = [entry for entry in read_file(path) if entry.key.partition(".")[0] not in DECLARED]
    if game or path.stem == "options":
        kept += [Entry(key, (text,)) for key, text in declared(game) if text]
    return kept


def catalogues(language: str) -> Iterator[tuple[Path, list[Entry]]]:
    """Yield a language's catalogues, the common ones and that of every game that is whole, with the English of each."""
    for path in files("", "en"):
        yield path.parents[1] / language / path.name, english(path, "")
    for game in game_names():
        if trouble_with(game) is None:
            for path in files(game, "en"):
                yield path.with_name(f"{language}.po"), english(path, game)


def refreshed(old: Iterable[Entry], now: Iterable[Entry], language: str) -> list[Entry]:
    """Return what these English entries are in a language, empty where it has nothing yet.

    What was translated from other English stays in use, marked fuzzy, until somebody takes the mark off.
    """
    known, plurals = {entry.key: entry for entry in old}, get_plural(language).num_plurals
    found = []
    for entry in now:
        had = known.get(entry.key, Entry(entry.key, ()))
        counts = entry.counts or had.counts  # a language may count where English does not
        forms = had.forms if had.forms and had.counts == counts else ("",) * (plurals if counts else 1)
        changed = had.filled and had.english not in ((), entry.forms)
        before = had.before if had.fuzzy else " / ".join(had.english) if changed else ""
        found.append(Entry(entry.key, forms, counts, entry.forms, before, had.fuzzy or changed, had.notes))
    return found


def written(language: str, entries: Iterable[Entry]) -> str:
    """Return a catalogue as its file has it, without dates: it changes only where a word does."""
    header = HEADER.format(language=language, plural=get_plural(language).plural_forms)
    return header + "".join(block(entry) for entry in entries)


def refresh(path: Path, now: list[Entry], language: str) -> list[str]:
    """Rewrite one catalogue; return what is to be done to it."""
    entries = now if language == "en" else refreshed(read_file(path), now, language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(written(language, entries), encoding="utf-8", newline="\n")
    return [
        f"{'look at again' if entry.filled else 'to translate'}: {entry.key}: {' / '.join(entry.english)}"
        for entry in entries
        if entry.fuzzy or not entry.filled
    ]


def main(named: str | None = None) -> int:
    """Refresh the catalogues of the working copy: all of them, or those of one language."""
    left = [trouble for game in game_names() if (trouble := trouble_with(game)) is not None]
    for language in LANGUAGES if named is None else ("en", known_language(named)):
        for path, now in catalogues(language):
            if language not in UNDER_WAY or language == named or path.is_file():
                to_do = refresh(path, now, language)
                left += [f"{path}: {line}" for line in to_do if language not in UNDER_WAY or language == named]
    print(*left, sep="\n", end="\n" if left else "")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
