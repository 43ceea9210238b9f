"""Every language is complete: every template, with the same places, and every case said without English."""

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest
from written_cases import by_clause, ruling_of

from cli.rule import as_text
from referee.observation import TableStatus
from referee.words import (
    check_sentence,
    effect_sentence,
    label,
    language_of,
    notice_line,
    status_words,
    throw_sentence,
    translation,
    verdict_word,
)
from referee.words.catalogue import catalogues, refreshed, written
from referee.words.languages import LANGUAGES, UNDER_WAY, WHOLE, language_names
from referee.words.po import Entry, read_file
from referee.words.translation import say, section
from rules.registry import game_names, games
from rules.ruling import Check, Ruling
from rules.yankee.troops import arms
from table.errors import BadInput
from table.notation.case_file import Case
from vision.watchman import Notice

SPOKEN = WHOLE[1:]
OWN_BOOKS = ("Slingers of four dice", "a book of our own")
"""Titles that owners gave their books: they stay as they are."""
ROOT = Path(__file__).parents[2]
FORMS = {
    "{side}: {cells}",
    "{who}: {verb}", "{who}: {verb} {at}", "{deed}. {outcome} {effects}", "{label}: {x}, {y} cm", "{actor}: {verb}",
    "{actor}: {verb} {target}", "{actor}: {verb} ({x}; {y})", "{target}: {sees}, {reaches}: {far}", "MG {cm} cm",
    ", {speed:.2f} m/s ±{sigma:.2f}", "{speed:.2f} ±{sigma:.2f} m/s, {energy:.1f} ±{energy_sigma:.1f} mJ",
    "{name}: {count} {kind}", "{name}: {reason}", "{cm:g} cm", "{side}: {phase}",
    "{name} {gone} {unit}", "{name} {gone} ±{pm} {unit}",
}  # fmt: skip
ALIKE = {
    "it": {"Compongo", "in", "no", "No", "PIN", "skirmishers", "{signed} canister", "{percent}%", "canister {cm} cm"},
    "es": {"general", "no", "No", "PIN", "Compongo"},
}
"""What is rightly the same as in English."""


@cache
def everything(language: str) -> tuple[tuple[Path, list[Entry], list[Entry]], ...]:
    """Return each catalogue, the common ones and the games', with what it has and its English."""
    return tuple((path, read_file(path), english) for path, english in catalogues(language))


@cache
def said(language: str) -> tuple[tuple[Entry, str, str], ...]:
    """Return every entry with each of its forms and the English that it says."""
    return tuple(
        (entry, form, entry.english[min(number, len(entry.english) - 1)])
        for _, entries, _ in everything(language)
        for entry in entries
        for number, form in enumerate(entry.forms)
        if form
    )


def places(template: str) -> set[tuple[str, str]]:
    return {(name, spec or "") for _, name, spec, _ in Formatter().parse(template) if name is not None}


@pytest.mark.ci
@pytest.mark.parametrize("language", SPOKEN)
def test_every_key_is_translated_and_none_is_to_be_looked_at_again(language: str) -> None:
    assert len(everything(language)) == len(translation.files("", "en")) + len(games())
    for path, entries, english in everything(language):
        assert [entry.key for entry in entries] == [entry.key for entry in english], path
        assert [entry.key for entry in entries if entry.fuzzy or not entry.filled] == []


@pytest.mark.ci
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_is_as_the_refreshing_command_writes_it(language: str) -> None:
    for path, english in catalogues(language):
        entries = english if language == "en" else refreshed(read_file(path), english, language)
        if path.is_file() or language not in UNDER_WAY:
            assert path.read_text("utf-8") == written(language, entries), "run: python -m referee.words.catalogue"


def test_a_key_stands_once_and_the_common_words_name_no_game() -> None:
    keys = [entry.key for path, english in catalogues("en") if path in translation.files("", "en") for entry in english]
    assert len(keys) == len(set(keys))
    for game in game_names():
        own = [entry.key for entry in read_file(translation.files(game, "en")[0])]
        assert len(own) == len(set(own))
    text = "".join(path.read_text("utf-8") for path in translation.files("", "en"))
    assert not re.search(rf"^msgid .*({'|'.join(game_names())})", text, re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_has_the_places_of_its_english(language: str) -> None:
    """A count may be a word in one form and not in another: "1 hex", "{count:g} hexes"."""
    for entry, form, english in said(language):
        counted = {place for place in places(form) ^ places(english) if entry.counts and place[0] == "count"}
        assert places(form) ^ places(english) == counted, entry.key


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_keeps_its_spaces_capitals_and_stops(language: str) -> None:
    for entry, told, english in said(language):
        assert told.strip() == told
        assert told.isupper() == english.isupper(), told
        assert told.endswith(".") == english.endswith("."), told
        # An English I is large anywhere; an order is written as the book has it, a German noun with a capital.
        single = entry.key.startswith(("word.", "adjective.")) or language == "de"
        if not single and english[0] not in "{I" and told[0] != "{":
            assert told.lstrip("¿¡ ")[0].isupper() == english.lstrip()[0].isupper(), told


@pytest.mark.parametrize("language", SPOKEN)
def test_what_is_the_same_as_in_english_is_meant_so(language: str) -> None:
    same = {english for _, told, english in said(language) if told == english}
    assert same == ALIKE.get(language, set()) | FORMS


def test_every_close_check_asks_a_question() -> None:
    for game in game_names():
        closes = {key: said.form() for key, said in section("checks", "en", game).items() if key.endswith(".close")}
        assert [key for key, close in closes.items() if not close.startswith("whether ")] == []


def test_every_kind_that_can_be_named_has_a_word() -> None:
    for game in ("ambush", "yankee"):
        named = set(section("word.kind", "en", game))
        assert set(tomllib.loads((files(f"rules.{game}") / "terrain.toml").read_text("utf-8"))) <= named
    assert {kind for row in arms().values() if row.fire is None for kind in row.kinds} <= named


@pytest.mark.ci
@pytest.mark.parametrize("cases", by_clause())
def test_every_case_speaks_every_language(cases: tuple[Case, ...], subtests: pytest.Subtests) -> None:
    for case in cases:
        with subtests.test(case.name):
            ruling = ruling_of(case)
            names = [it.name for it in case.snapshot.stands] + [it.name for it in case.snapshot.pieces]
            english = [line for line in as_text(ruling).splitlines() if line]
            for language in SPOKEN:
                said = [line for line in as_text(ruling, language).splitlines() if line]
                assert len(said) == len(english)
                assert [line for line in said if re.search(r"[?{}]| = ", line)] == []
                assert wrong_words(said, language, names) == []
                assert [line for line in said if re.search(r"(?<![ACMRY]\d)(?<![ACY]1\d)\.\d", line)] == []
                alike = {line for line in set(said) & set(english) if not line.endswith(" canister")}
                assert alike == set()
                plain = " ".join(said)
                for title in OWN_BOOKS:
                    plain = plain.replace(title, "")
                assert not english_words(plain)
            for language in UNDER_WAY:
                mixed = set(sentences_of(ruling, language)) - set(sentences_of(ruling, "en"))
                assert [sentence for sentence in mixed if english_words(sentence)] == []


WRONG: Mapping[str, str] = {
    "it": "(il|lo|la|i|gli|le) (il|lo|la|i|gli|le)|(di|a|da|in|su) (il|lo|la|i|gli|le)",
    "es": "(de|a) el|(el|la|los|las) (el|la|los|las)",
}
"""Two articles in a row, or a preposition beside the article that it melts with."""


def wrong_words(lines: Iterable[str], language: str, names: Collection[str]) -> list[str]:
    """Lines with a wrong article, a word said twice, or a raw key; the names of the table's things are left out."""
    called = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    plain = [re.sub(rf"(?<![\w-])({called})(?![\w-])", "N.", line) if names else line for line in lines]
    wrong = re.compile(rf"\b({WRONG[language]}|(?P<said>[^\W\d_]{{3,}}) (?i:(?P=said))|[a-z]+_[a-z_]+)\b")
    return [line for line in plain if wrong.search(line)]


@pytest.mark.parametrize(
    ("language", "line", "wrong"),
    [
        ("it", "passa da il bosco", True), ("it", "il il carro", True), ("it", "passa dal bosco", False),
        ("es", "cerca de el bosque", True), ("es", "a el", True), ("es", "el río de la casa", False),
        ("it", "la colonna dei dei tiri", True), ("es", "valor burst_reaches", True), ("it", "di i", False),
    ],
)  # fmt: skip
def test_wrong_words_are_found(language: str, line: str, wrong: bool) -> None:
    assert bool(wrong_words([line], language, ["i"])) == wrong


def sentences_of(ruling: Ruling, language: str) -> Iterator[str]:
    yield from (check_sentence(ruling.game, check, language=language) for check in ruling.checks)
    yield from (throw_sentence(ruling.game, throw, language=language) for throw in ruling.dice)
    yield from (effect_sentence(ruling.game, effect, language=language) for effect in ruling.effects)


def english_words(text: str) -> set[str]:
    """English words that neither Italian nor Spanish has and that no stand or piece of the cases is called."""
    common = "the is whether this within beyond from and of has does not by turn moves hits with be its stands"
    return set(re.findall(r"[a-z_]+", re.sub(r"\S*\d\S*", "", text.lower()))) & set(common.split())


def range_check(verdict: str = "passed", measured: float = 47.3, sigma: float = 0.05, **more: object) -> Check:
    detail = {"target": "de-1", "actor": "us-1"}
    return Check("A2.3", "range", verdict, measured, 50.0, "cm", sigma, 1.0, detail=detail, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("language", "clause"),
    [
        ("en", "de-1 is 47.3 cm from us-1, within 50 cm"),
        ("it", "de-1 è a 47,3 cm da us-1, entro 50 cm"),
        ("es", "de-1 está a 47,3 cm de us-1, dentro de los 50 cm"),
    ],
)
def test_numbers_have_the_decimal_mark_of_the_language(language: str, clause: str) -> None:
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
    assert notice_line(one, language="it") == "ombra sul cartoncino 241"
    assert notice_line(three, language="it") == "ombra sui marcatori 240, 241 e 242"
    assert notice_line(three, language="es") == "sombra en los marcadores 240, 241 y 242"


MANY = {"put_back.put_proposed", "setup.heights_told", "setup.roster_ready"}
"""Said of two and more alone."""


def test_what_a_page_counts_has_words_for_one() -> None:
    pages = Path(translation.__file__).with_name("locale") / "en"
    entries = (entry for file in pages.glob("page*.po") for entry in read_file(file))
    alone = {e.key for e in entries if not e.counts and re.search(r"\{count\} (more )?[a-z]+s\b", e.forms[0])}
    assert alone == MANY


def test_a_language_under_way_is_said_where_it_has_words_and_else_in_english_alone() -> None:
    assert "de" in UNDER_WAY
    assert language_names()["de"] == "Deutsch"
    assert (
        verdict_word(Ruling("ambush", "shoot", "refused", (range_check("failed"),)), language="de")
        == "AUSSER REICHWEITE"
    )
    german = "de-1 ist 47,3 cm von us-1 entfernt, innerhalb von 50 cm"
    assert check_sentence("ambush", range_check(), language="de") == german
    stands = Check("A2.1", "stands_on_hex", "close", 2.5, 2.6, "cm", 0.1, detail={"stand": "us-1", "hex": "A3"})
    assert check_sentence("rommel", stands, language="de") == check_sentence("rommel", stands), (
        "with English numbers too"
    )
    assert say("page.nav_table", "de") == "Tisch"
    assert say("tools.point_number", "de", number=1, x=2.5, y=3.0) == "Point 1: 2.5, 3 cm"


def test_an_unknown_language_is_refused() -> None:
    for speak in (
        lambda: check_sentence("ambush", range_check(), language="xx"),
        lambda: verdict_word(Ruling("ambush", "shoot", "allowed"), language="xx"),
        lambda: label("just", language="xx"),
        lambda: status_words(TableStatus("still"), language="xx"),
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
    assert say("cannon.cocked", "it") == "ARMATO da ? s"
    assert translation.words("", "es") is translation.words("", "es")  # read once


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
