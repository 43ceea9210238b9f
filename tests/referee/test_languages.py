"""Every language is complete: every template, with the same places, and every case said without English."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from written_cases import by_clause, ruling_of

from cli.rule import as_text
from referee.observation import TableStatus
from referee.words import check_sentence, label, language_of, notice_line, number_line, status_words, verdict_word
from referee.words.catalogue import as_text as po_text
from referee.words.catalogue import catalogues, read_catalogue, refresh, refreshed, untranslated
from referee.words.english import CHECKS
from referee.words.english_vocabulary import TOO_CLOSE
from referee.words.game_words import words_of
from referee.words.languages import LANGUAGES, language_names
from referee.words.messages import Message, messages, messages_of
from referee.words.translation import catalogue_file, catalogues_of_games, say, translations
from rules.registry import game_names, games
from rules.ruling import Check, Ruling
from rules.yankee.troops import arms
from table.errors import BadInput
from table.notation.case_file import Case
from vision.watchman import Notice

SPOKEN = LANGUAGES[1:]
OWN_BOOKS = ("Slingers of four dice", "a book of our own")
"""Titles that owners gave their books: they stay as they are."""
ROOT = Path(__file__).parents[2]
FORMS = {
    "{side}: {cells}",
    "{who}: {verb}", "{who}: {verb} {at}", "{deed}. {outcome} {effects}", "{label}: {x}, {y} cm", "{actor}: {verb}",
    "{actor}: {verb} {target}", "{actor}: {verb} ({x}; {y})", "{target}: {sees}, {reaches}: {far}", "MG {cm} cm",
    ", {speed:.2f} m/s ±{sigma:.2f}", "{speed:.2f} ±{sigma:.2f} m/s, {energy:.1f} ±{energy_sigma:.1f} mJ",
    "{name}: {count} {kind}", "{cm:g} cm", "{side}: {phase}",
    "i", "ii", "iii",
}  # fmt: skip
ALIKE = {
    "it": {"in", "no", "No", "PIN", "skirmishers", "{signed} canister", "{percent}%", "canister {cm} cm"},
    "es": {"general", "no", "No", "PIN"},
}
"""What is rightly the same as in English."""


@cache
def everything(language: str) -> tuple[tuple[Path, Catalog, list[Message]], ...]:
    """Return each catalogue, the common one and the games', with what has to be in it."""
    return tuple((path, read_catalogue(path, language), said) for path, said in catalogues(language))


@cache
def said(language: str) -> tuple[tuple[Message, tuple[str, ...]], ...]:
    """Return every message and what its catalogue has for it."""
    return tuple(
        (message, said_by(catalogue, message)) for _, catalogue, all_ in everything(language) for message in all_
    )


def said_by(catalogue: Catalog, message: Message) -> tuple[str, ...]:
    entry = catalogue.get(message.template, message.context)
    assert entry is not None, message
    return entry.string if isinstance(entry.string, tuple) else (entry.string,)


def places(template: str) -> set[tuple[str, str]]:
    return {(name, spec or "") for _, name, spec, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("language", SPOKEN)
def test_every_template_is_translated_and_none_is_left_over(language: str) -> None:
    assert len(everything(language)) == 1 + len(games())
    for _, catalogue, templates in everything(language):
        entries = {(entry.context, entry.id[0] if isinstance(entry.id, tuple) else entry.id) for entry in catalogue}
        assert entries - {(None, "")} == {(message.context, message.template) for message in templates}
        assert not catalogue.obsolete
        assert untranslated(catalogue) == []


@pytest.mark.parametrize("language", SPOKEN)
def test_the_file_is_as_the_refreshing_command_writes_it(language: str) -> None:
    for path, catalogue, templates in everything(language):
        expected = po_text(refreshed(catalogue, language, templates), language)
        assert path.read_text(encoding="utf-8") == expected, "run: python -m referee.words.catalogue"


@pytest.mark.parametrize("language", SPOKEN)
def test_what_is_common_stands_in_no_game_s_catalogue_and_no_game_is_named(language: str) -> None:
    (_, _, common), *own = everything(language)
    assert not set(common) & {message for _, _, templates in own for message in templates}
    text = catalogue_file(language).read_text("utf-8")
    assert not re.search(rf"^#\. (?!hexes: ).*({'|'.join(game_names())})", text, re.MULTILINE)


@pytest.mark.parametrize("language", SPOKEN)
def test_a_translation_has_the_places_of_its_template(language: str) -> None:
    wrong = {
        message.template: told
        for message, all_told in said(language)
        for told in all_told
        if places(told) != places(message.template)
    }
    assert wrong == {}


@pytest.mark.parametrize("language", SPOKEN)
def test_a_translation_keeps_its_spaces_capitals_and_stops(language: str) -> None:
    for message, all_told in said(language):
        for told in all_told:
            english = message.template
            assert told.strip() == told or message.template == " and "
            assert told.isupper() == english.isupper()
            assert told.endswith(".") == english.endswith("."), told
            # An English I is large anywhere; an order is written as the book has it.
            if message.context is None and english[0] not in "{I" and told[0] != "{":
                assert told.lstrip("¿¡ ")[0].isupper() == english.lstrip()[0].isupper(), told


@pytest.mark.parametrize("language", SPOKEN)
def test_what_is_the_same_as_in_english_is_meant_so(language: str) -> None:
    same = {message.template for message, all_told in said(language) if message.template in all_told}
    assert same == ALIKE.get(language, set()) | FORMS


def test_a_key_without_translation_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHECKS, "new", ("{actor} juggles", "", "whether {actor} juggles is too close to call"))  # type: ignore[misc]
    path = tmp_path / "words.po"
    path.write_bytes(catalogue_file("it").read_bytes())
    assert refresh(path, "it", messages()) == ["{actor} juggles", "whether {actor} juggles"]
    assert Message("{actor} juggles") in messages()
    path.write_bytes(catalogues_of_games("it")["ambush"].read_bytes())
    marked = path.read_text("utf-8").replace('msgid "A dud."', '#, fuzzy\nmsgid "A dud."')
    path.write_text(marked, "utf-8")
    assert "A dud." in refresh(path, "it", messages_of("ambush"))
    path.unlink()
    assert len(refresh(path, "it", messages())) == len(messages())


def test_every_close_check_asks_a_question() -> None:
    """A check's close sentence ends alike, or its question could not be said alone."""
    closing = TOO_CLOSE.removeprefix("{question}")
    for game in game_names():
        closes = {key: close for key, (_, _, close) in words_of(game).checks.items() if close}
        assert [key for key, close in closes.items() if not close.endswith(closing)] == []
        assert [key for key, close in closes.items() if not close.startswith("whether ")] == []


def test_every_kind_that_can_be_named_has_a_word() -> None:
    for game in ("ambush", "yankee"):
        named = set(words_of(game).vocabulary["kind"])
        assert set(tomllib.loads((files(f"rules.{game}") / "terrain.toml").read_text("utf-8"))) <= named
    assert {kind for row in arms().values() if row.fire is None for kind in row.kinds} <= named


@pytest.mark.parametrize("cases", by_clause())
def test_every_case_speaks_every_language(cases: tuple[Case, ...], subtests: pytest.Subtests) -> None:
    for case in cases:
        with subtests.test(case.name):
            ruling = ruling_of(case)
            english = [line for line in as_text(ruling).splitlines() if line]
            for language in SPOKEN:
                # House values are written as in a case's [settings], in every language.
                said = [line for line in as_text(ruling, language).splitlines() if line]
                assert len(said) == len(english)
                assert [line for line in said if re.search(r"[?{}]", line) and " = {" not in line] == []
                assert [
                    line for line in said if re.search(r"(?<![ACMRY]\d)(?<![ACY]1\d)\.\d", line) and " = " not in line
                ] == []
                alike = {line for line in set(said) & set(english) if not line.endswith(" canister")}
                assert alike == set()
                plain = " ".join(line for line in said if " = " not in line)
                for title in OWN_BOOKS:
                    plain = plain.replace(title, "")
                assert not english_words(plain)


def english_words(text: str) -> set[str]:
    """English words that neither Italian nor Spanish has and that no stand or piece of the cases is called."""
    common = "the is whether this within beyond from and of has does not by turn moves hits with be its stands"
    return set(re.findall(r"[a-z_]+", re.sub(r"\S*\d\S*", "", text.lower()))) & set(common.split())


def range_check(verdict: str = "passed", measured: float = 47.3, sigma: float = 0.05, **more: object) -> Check:
    detail = {"target": "de-1", "actor": "us-1"}
    return Check("A2.3", "range", verdict, measured, 50.0, "cm", sigma, 1.0, detail=detail, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("language", "line", "clause"),
    [
        ("en", "47.3 cm of 50, ±0.1", "de-1 is 47.3 cm from us-1, within 50 cm"),
        ("it", "47,3 cm su 50, ±0,1", "de-1 è a 47,3 cm da us-1, entro 50 cm"),
        ("es", "47,3 cm de 50, ±0,1", "de-1 está a 47,3 cm de us-1, dentro de los 50 cm"),
    ],
)
def test_numbers_have_the_decimal_mark_of_the_language(language: str, line: str, clause: str) -> None:
    assert number_line(range_check(), language=language) == line
    assert check_sentence("ambush", range_check(), language=language) == clause


def test_too_close_and_decided_in_the_order_of_the_language() -> None:
    close, decided = range_check("close", 49.97), range_check("passed", 50.02, decided_by="referee")
    assert check_sentence("ambush", close, language="it") == (
        "non si può decidere se de-1, a 50,0 cm ±0,1 da us-1, è entro 50 cm"
    )
    assert check_sentence("ambush", decided, language="es") == (
        "si de-1, a 50,0 cm ±0,1 de us-1, está dentro de los 50 cm: el árbitro dice que sí"
    )


def test_words_of_a_closed_list_are_translated_and_names_are_not() -> None:
    touched = Check("Y9.3", "holds_flank_or_rear", "passed", detail={"stand": "wood", "by": "rear", "edge": "left"})
    assert check_sentence("yankee", touched, language="it") == "rear tocca il fianco sinistro di wood"
    edge = Check("Y10.1", "comes_from_the_edge", "passed", detail={"stand": "n-1", "edge": "left"})
    assert check_sentence("yankee", edge, language="it") == "n-1 è sul lato sinistro del tavolo"
    crossed = Check("A6.1", "no_obstacle_crossed", "failed", detail={"actor": "us-1", "kind": "hedge"})
    assert (
        check_sentence("ambush", crossed, language="es") == "us-1 ha cruzado un seto en este turno: no puede disparar"
    )
    still = Check("Y8.3", "still", "failed", detail={"actor": "n-1", "moved": True, "turned": True})
    assert check_sentence("yankee", still) == "n-1 has moved and turned this turn: no fire"
    assert check_sentence("yankee", still, language="it") == "n-1 ha mosso e ruotato in questo turno: non tira"


def test_one_and_several() -> None:
    one, three = (Notice("shadow", {"ids": ids}) for ids in ((241,), (240, 241, 242)))
    assert notice_line(one, language="it") == "ombra sul marcatore di bordo 241"
    assert notice_line(three, language="it") == "ombra sui marcatori 240, 241 e 242"
    assert notice_line(three, language="es") == "sombra en los marcadores 240, 241 y 242"


def test_an_unknown_language_is_refused() -> None:
    for speak in (
        lambda: check_sentence("ambush", range_check(), language="xx"),
        lambda: verdict_word(Ruling("ambush", "shoot", "allowed"), language="xx"),
        lambda: label("just", language="xx"),
        lambda: status_words(TableStatus("still"), language="xx"),
        lambda: number_line(range_check(), language="xx"),
    ):
        with pytest.raises(BadInput, match="got 'xx'"):
            speak()


def test_the_languages_are_listed_in_one_place() -> None:
    assert language_names().items() >= {"en": "English", "it": "Italiano", "es": "Español"}.items()
    folders = [ROOT / name for name in ("table", "rules", "referee", "simulation", "web", "cli")]
    files = [file for folder in folders for end in ("py", "html", "js") for file in folder.rglob(f"*.{end}")]
    listed = re.compile(r"""["']it["'], *["']es["']|Español""")
    assert [file.name for file in files if listed.search(file.read_text("utf-8"))] == ["languages.py"]


def test_a_place_without_a_value_shows() -> None:
    assert say("{stand} takes {boxes:g} damage box", "it", stand="de-1") == "caselle di danno per de-1: ?"
    assert translations("es") is translations("es")  # read once


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "es_AR.UTF-8"}, "es"),
        ({"LANG": "it", "LC_MESSAGES": "C"}, "en"),
        ({"LANG": "es-MX", "LC_ALL": ""}, "es"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "italian"}, "en"),
    ],
)
def test_the_systems_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language
