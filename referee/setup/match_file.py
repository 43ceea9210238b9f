"""match.toml: what is played, in which language, by whom, and which camera looks on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from referee.match_info import MatchInfo
from referee.shots.cannon import Cannon, CannonKeys, cannon_lines, cannons_from
from referee.words.languages import LANGUAGES
from rules.cases import check_sides
from rules.game import Side
from rules.registry import game_named
from rules.settings import read_settings
from rules.state import TABLE
from table.errors import BadFile
from table.names import Name
from table.notation.toml import Strict, inline, parse_toml, quote

CALLED = ("title", "adjective")

Words = Mapping[str, Mapping[str, Any]]
Units = Literal["cm", "in"]
SIDES = 2
CM_PER: Mapping[Units, float] = {"cm": 1.0, "in": 2.54}


def side_called(name: str, words: Mapping[str, Any], usual: Side | None = None) -> Side:
    """Return the side as its words call it, or as it is usually called."""
    title = words.get("title") or (usual.title if usual is not None else name.capitalize())
    adjective = usual.adjective if usual is not None and title == usual.title else title
    return Side(name, title, words.get("adjective") or adjective)


def beyond_names(words: Words) -> dict[str, dict[str, Any]]:
    """Return what is said of each side beyond what it is called; sides of which nothing is are left out."""
    return _without(words, *CALLED)


def ruled_words(words: Words) -> dict[str, dict[str, Any]]:
    """Return what the rules know of each side; sides they know nothing of are left out."""
    return _without(words, *CALLED, "colour")


def _without(words: Words, *left_out: str) -> dict[str, dict[str, Any]]:
    left = {
        name: {word: value for word, value in told.items() if word not in left_out or name == TABLE}
        for name, told in words.items()
    }
    return {name: told for name, told in left.items() if told}


class MatchModel(Strict):
    """All of match.toml."""

    game: str
    title: Annotated[str, Field(max_length=80)] = ""
    language: str = "en"
    units: Units = "cm"
    turn: Annotated[int, Field(ge=1)] = 1
    frame: str = "frame.toml"
    table: str = "table.toml"
    roster: str = "roster.toml"
    terrain: str = "terrain.toml"
    settings: dict[str, Any] = {}
    side: dict[Name, dict[str, Any]] = {}
    cannon: dict[str, CannonKeys] = {}


@dataclass(frozen=True, kw_only=True)
class MatchFile:
    """What match.toml says; the files' names are relative to its folder, or absolute.

    ``words`` is what it says of its sides beyond their names (side_words); ``said`` are the keys that stand in the
    file, ``said_sides`` the sides.
    """

    game: str
    title: str
    language: str = "en"
    units: Units = "cm"
    turn: int = 1
    sides: tuple[Side, ...] = ()
    words: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    frame: str = "frame.toml"
    table: str = "table.toml"
    roster: str = "roster.toml"
    terrain: str = "terrain.toml"
    cannons: tuple[Cannon, ...] = ()
    said: frozenset[str] = field(default=frozenset(), compare=False)
    said_sides: tuple[str, ...] = field(default=(), compare=False)

    def with_sides_of(self, names: Iterable[str], file: str = "match.toml") -> "MatchFile":
        """Return the match with its two sides, where it does not say them, as the stands' sides have them.

        ``names`` are the stands' sides; raises BadFile where there are more than two.
        """
        if len(self.said_sides) >= SIDES:
            return self
        called = {side.name: side for side in usual_sides(self.game)}
        called |= {side.name: side for side in self.sides if side.name in self.said_sides}
        found = list(dict.fromkeys((*self.said_sides, *names)))
        found += [name for name in called if name not in found][: max(0, SIDES - len(found))]
        if len(found) > SIDES:
            raise BadFile(file, "side", "two sides", ", ".join(found))
        if set(found) == {side.name for side in usual_sides(self.game)}:
            found = [side.name for side in usual_sides(self.game)]
        return replace(self, sides=tuple(called.get(name) or side_called(name, {}) for name in found))

    def info(self) -> MatchInfo:
        """Return what the session needs to know."""
        return MatchInfo(
            game=self.game, title=self.title, verb=game_named(self.game).primary_verb, sides=self.sides, turn=self.turn,
            settings=self.settings, known={**self._begun(), **ruled_words(self.words)},
        )  # fmt: skip

    def _begun(self) -> dict[str, dict[str, Any]]:
        """Return where a game that goes by phases begins, where the file does not say: with its first side's turn."""
        first_phase = game_named(self.game).first_phase
        if first_phase is None or not self.sides:
            return {}
        side = str(self.settings.get("start_player") or self.sides[0].name)
        return {TABLE: dict(first_phase(side, self.turn))}


def new_match(game: str, title: str, language: str = "en") -> MatchFile:
    """Return a match of that game with its usual sides."""
    settings = dict(game_named(game, "match.toml").new_settings)
    return MatchFile(game=game, title=title, language=language, sides=usual_sides(game), settings=settings)


def usual_sides(game: str) -> tuple[Side, ...]:
    """Return the sides a game is usually played with; raises BadFile for a game that is not built."""
    return game_named(game, "match.toml").sides


def parse_match(text: str, file: str = "match.toml") -> MatchFile:
    """Read match.toml's text; raises BadFile."""
    model = parse_toml(text, MatchModel, file)
    if model.language not in LANGUAGES:
        raise BadFile(file, "language", " or ".join(LANGUAGES), repr(model.language))
    game = game_named(model.game, file)
    said = [name for name in model.side if name != TABLE]
    if len(said) > SIDES:
        raise BadFile(file, "side", "two sides", ", ".join(said))
    check_sides(model.side, game, file)
    read_settings(game.settings, model.settings, file)
    usual = {side.name: side for side in usual_sides(game.name)}
    match = MatchFile(
        game=game.name, title=model.title or game.name.capitalize(), language=model.language, units=model.units,
        turn=model.turn, words=beyond_names(model.side), settings=model.settings, frame=model.frame, table=model.table,
        roster=model.roster, terrain=model.terrain, said=frozenset(model.model_fields_set),
        said_sides=tuple(said), sides=tuple(side_called(name, model.side[name], usual.get(name)) for name in said),
    )  # fmt: skip
    match = match.with_sides_of((), file)
    return replace(match, cannons=cannons_from(model.cannon, [side.name for side in match.sides], file))


def format_match(match: MatchFile) -> str:
    """Write the text of match.toml: parse_match gives the same match back."""
    lines = [f"{key} = {quote(getattr(match, key))}" for key in ("game", "title", "language", "units")]
    lines.append(f"turn = {match.turn}")
    lines += [
        f"{key} = {quote(getattr(match, key))}"
        for key in ("frame", "table", "roster", "terrain")
        if getattr(match, key) != f"{key}.toml"
    ]
    if match.settings:  # before any [table]: a key after one would belong to it
        lines.append(f"settings = {inline(match.settings)}")
    for side in match.sides:
        lines += ["", f"[side.{quote(side.name)}]"]
        lines += [f"title = {quote(side.title)}", f"adjective = {quote(side.adjective)}"]
        lines += [f"{word} = {inline(value)}" for word, value in match.words.get(side.name, {}).items()]
    if match.words.get(TABLE):
        lines += ["", f"[side.{TABLE}]"]
        lines += [f"{word} = {inline(value)}" for word, value in match.words[TABLE].items()]
    lines += cannon_lines(match.cannons)
    return "\n".join(lines) + "\n"


assert set(CM_PER) == set(get_args(Units))
