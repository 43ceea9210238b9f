"""`python -m referee.words.catalogue`: bring all catalogues, the common and the games', up to the English templates.

New templates come in empty, templates that are gone are left out, translations stay as they are. Prints what is still
to be translated; exit status 1 while anything is. See docs/translating.md.
"""

import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from referee.words.languages import LANGUAGES
from referee.words.messages import Message, messages, messages_of
from referee.words.translation import catalogue_file, catalogues_of_games
from rules.registry import game_names, trouble_with

HEADER = """# What Vedette says, in this language. How to mend a word: docs/translating.md.
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms}\\n"

"""


def read_catalogue(path: Path, language: str) -> Catalog:
    """Return a catalogue; an empty one where there is no file."""
    text = path.read_bytes() if path.exists() else b""
    return read_po(BytesIO(text), locale=language)


def refreshed(old: Catalog, language: str, templates: Sequence[Message]) -> Catalog:
    """Return a catalogue of these English templates, in their order, with the translations it has already."""
    new = Catalog(locale=language)
    for message in templates:
        said = old.get(message.template, message.context)
        several = message.several is not None
        told = said.string if said is not None and isinstance(said.string, tuple) == several else None
        new.add(
            (message.template, message.several) if message.several is not None else message.template,
            told or (("",) * new.num_plurals if several else ""),
            flags=said.flags & {"fuzzy"} if said is not None else (),
            auto_comments=message.places,
            user_comments=said.user_comments if said is not None else (),
            context=message.context,
        )
    return new


def as_text(catalogue: Catalog, language: str) -> str:
    """Return a catalogue as its file has it, without dates and line numbers: it changes only where a word does."""
    written = BytesIO()
    write_po(written, catalogue, width=0, omit_header=True, no_location=True)
    return HEADER.format(language=language, plural_forms=catalogue.plural_forms) + written.getvalue().decode("utf-8")


def untranslated(catalogue: Catalog) -> list[str]:
    """Return the English of what is empty or marked fuzzy."""
    return [
        str(message.id[0] if isinstance(message.id, tuple) else message.id)
        for message in catalogue
        if message.id and (message.fuzzy or not all(_told(message.string)))
    ]


def _told(string: object) -> tuple[object, ...]:
    return string if isinstance(string, tuple) else (string,)


def refresh(path: Path, language: str, templates: Sequence[Message]) -> list[str]:
    """Rewrite one catalogue; return the English of what is still to be translated."""
    catalogue = refreshed(read_catalogue(path, language), language, templates)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(as_text(catalogue, language), encoding="utf-8", newline="\n")
    return untranslated(catalogue)


def catalogues(language: str) -> Iterator[tuple[Path, list[Message]]]:
    """Yield a language's catalogues, the common one and that of every game that is whole, with what is in them."""
    yield catalogue_file(language), messages()
    for game, path in catalogues_of_games(language).items():
        if trouble_with(game) is None:
            yield path, messages_of(game)


def main() -> int:
    """Refresh every catalogue of the working copy."""
    left = 0
    for game in game_names():
        if (trouble := trouble_with(game)) is not None:
            left += 1
            print(trouble)
    for language in LANGUAGES[1:]:
        for path, templates in catalogues(language):
            for template in refresh(path, language, templates):
                left += 1
                print(f"{path}: to translate: {template}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
