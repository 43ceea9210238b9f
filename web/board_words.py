"""What the page says of a board in the words of squares or of hexes: its cells, who stands there, what may be done."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from referee.ruling_view import TONES, Tone
from referee.view_fields import IfKnown, OpenFacts
from referee.words import check_sentence
from referee.words.action_titles import action_title
from referee.words.board_notation import steps_written
from referee.words.game_words import word_said
from referee.words.sentences import deciding_check
from referee.words.sides import Titles, called
from referee.words.translation import fill, find, say
from rules.action import Action, listed
from rules.board_cells import AnyBoard, label_of, reading_of
from rules.board_play import LegalAct, Said
from table.snapshot import Snapshot

MAIN = frozenset({"next", "weather", "start"})
"""Acts that carry the turn on: the first of them is the large button."""
AT_ONCE = frozenset({"next", "order", "land", "victory", "detach", "lose", "place"})
"""Acts that need no second look: a tap lets them happen where they are allowed and ask for no dice."""


@dataclass(frozen=True, slots=True)
class NameView:
    """A stand by its name, and what it is called: "Wellingtons, British bomber"."""

    name: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActView:
    """An act as a line to tap: what it is, or why it may not be.

    On hexes alone: ``main`` carries the turn on, ``at_once`` needs no second look, ``tone`` is how it is ruled on.
    """

    verb: str
    action: OpenFacts
    allowed: bool
    sentence: str
    clause: str
    main: IfKnown[bool] = None
    at_once: IfKnown[bool] = None
    tone: IfKnown[Tone] = None


@dataclass(frozen=True, slots=True)
class BoardWording:
    """How one kind of board is spoken of in a language.

    ``titles`` are what people call the sides, none on squares, where a ruling names them as the roster does;
    ``labels`` what they call the stands: "Allied soldier".
    """

    game: str
    kind: Literal["squares", "hexes"]
    titles: Titles
    labels: Mapping[str, str]
    language: str

    @classmethod
    def of(cls, game: str, board: AnyBoard, titles: Titles, labels: Mapping[str, str], language: str) -> "BoardWording":
        """Return how a board is spoken of."""
        return cls(game, board.kind, {} if board.kind == "squares" else titles, labels, language)

    def has(self, key: str) -> bool:
        """Whether the page has words for a key on this kind of board."""
        return find(f"{self.kind}.{key}", self.language) is not None

    def say(self, key: str, **values: object) -> str:
        """Return words by their key: the game's, else this board's, else any board's."""
        own = find(f"board.{key}", self.language, self.game)
        if own is not None:
            return fill(own.form(values.get("count")), self.language, values)
        return say(f"{self.kind if self.has(key) else 'squares'}.{key}", self.language, **values)

    def fact(self, said: Said) -> str:
        """Return what a game's play has said: its side by its title, a word of a closed list, what is itself said."""
        key, values = said
        told = {
            name: self.fact(value)
            if isinstance(value, tuple)
            else word_said(self.game, name, value, language=self.language)
            for name, value in values.items()
        }
        return self.say(key, **{**told, "side": self.titles.get(str(values.get("side")), "")})

    def cells(self, cells: Iterable[str]) -> str:
        """Return cells as they are printed, one after the other."""
        return ", ".join(label_of(cell, self.language) for cell in cells)

    def called(self, name: str) -> str:
        """Return a stand by what it is, on hexes its name first: "Wellingtons, British bomber"."""
        if self.kind == "squares":
            return self.labels.get(name, name)
        return f"{name}, {self.labels[name]}" if name in self.labels else name

    def named(self, names: Iterable[str]) -> tuple[NameView, ...]:
        """Return stands by name, each with what it is called."""
        return tuple(NameView(name, self.called(name)) for name in names)

    def notation(self, game: str, action: Action, taken: Iterable[str] = ()) -> str:
        """Return an action in chart notation, or in words; ``taken`` are squares where a prisoner is taken."""
        if steps := listed(action, "steps"):
            return steps_written(steps, tuple(taken), language=self.language)
        return self._act(game, action) if self.kind == "squares" else action_title(game, action, language=self.language)

    def act(self, act: LegalAct) -> ActView:
        """Return an act as a line to tap: what it is, or why it may not be."""
        action, verb, game = act.action, str(act.action["type"]), act.ruling.game
        said = self._act(game, action) if act.said is None else self.fact(act.said)
        failed = None if act.allowed else deciding_check(called(act.ruling, self.titles))
        on_hexes = self.kind == "hexes"
        return ActView(
            verb=verb,
            action=action,
            allowed=act.allowed,
            sentence=said if failed is None else f"{said}: {check_sentence(game, failed, language=self.language)}",
            clause=failed.clause if failed is not None else "",
            main=verb in MAIN if on_hexes else None,
            at_once=verb in AT_ONCE and act.allowed and act.ruling.needs is None if on_hexes else None,
            tone=TONES[act.ruling.verdict] if on_hexes else None,
        )

    def _act(self, game: str, action: Action) -> str:
        verb, side, count = str(action["type"]), action.get("side"), action.get("comrades")
        if verb == "start" and str(side) in self.titles:
            return self.say("act_start_by", side=self.titles[str(side)])
        how = next((flag for flag in ("setup", "off") if action.get(flag)), "one" if count == 1 else "")
        key = next((key for key in (f"act_{verb}_{how}", f"act_{verb}") if self.has(key)), None)
        if key is None:
            return action_title(game, action, language=self.language)
        return self.say(key, cell=label_of(str(action.get("actor", "")), self.language), count=count or 0)


def by_square(names: Iterable[str], table: Snapshot, language: str) -> tuple[str, ...]:
    """Return soldiers on squares by where they stand, "F1 (G11)": nobody knows them by name; other stands as named."""
    board = table.board
    if board is None or board.kind != "squares":
        return tuple(names)
    cells = {name: reading_of(board, table.stand(name)).cell if name in table else None for name in names}
    return tuple(f"{label_of(cell, language)} ({name})" if cell else name for name, cell in cells.items())
