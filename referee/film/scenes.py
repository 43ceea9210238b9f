"""What a film of a match shows: its rulings that stand; where there is no room for all, what turned it comes first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from referee.evidence.card import EvidenceCard
from referee.evidence.card_lookup import ends_of_deeds, ruled_at
from referee.evidence.card_text import told
from referee.evidence.card_view import CardView
from referee.evidence.ground import pieces_called
from referee.journal.history import past_at, point_at, standing
from referee.journal.match_end import end_in
from referee.journal.payloads import RULED, Confirmed, Declared, read_payload
from referee.journal.store import Journal
from referee.result.text import end_said, lost_said, sides_called
from referee.result.turning_points import first_of, moments, most_decisive, swings
from referee.words import owed_sentence
from referee.words.translation import say, translated
from rules.registry import game_named
from rules.state import State
from rules.turn_order import goals_if_any
from table.errors import BadInput
from table.snapshot import Snapshot

TITLE_S, END_S = 2.6, 5.4
LEAST_S, MOST_S = 1.9, 3.4
"""A ruling is shown so long, at least and at most."""


@dataclass(frozen=True)
class Scene:
    """One ruling: the table it was made on and the one after it, with the score of each; whose turn it was."""

    card: EvidenceCard
    said: CardView
    before: Snapshot
    after: Snapshot
    turn: str
    score_before: tuple[str, ...]
    score: tuple[str, ...]


@dataclass(frozen=True)
class Story:
    """A match as a film tells it: the entries of the rulings that it shows, each for ``scene_s``.

    ``titles`` are what people call the sides, ``end`` who has won, ``sides_said`` how each side stood at last.
    """

    journal: Journal
    language: str
    title: str
    date: str
    titles: Mapping[str, str]
    entries: tuple[int, ...]
    scene_s: float
    end: str
    sides_said: tuple[tuple[str, ...], ...]

    def scenes(self) -> Iterator[Scene]:
        """Yield what is shown, one after the other: a long match takes no more memory than a short one."""
        for number in self.entries:
            yield _scene(self, number)


def story_of(
    journal: Journal, seconds: float, titles: Mapping[str, str] | None = None, language: str = "en"
) -> Story:  # fmt: skip
    """Return what a film of about ``seconds`` tells of a match; ``titles`` are what people call its sides.

    Raises BadInput where nothing was ruled, and while something is declared in *Declare first* and not played yet.
    """
    point = point_at(journal)
    game, state, settings = point.opened.game, point.state, point.opened.settings
    if _awaits_reveal(journal):
        raise BadInput("something is declared first and not played yet: a film would tell what it measures")
    room = seconds - TITLE_S - END_S
    entries = _chosen(journal, max(1, int(room / LEAST_S)))
    if not entries:
        raise BadInput("nothing was ruled yet, so there is nothing to film")
    known = titles or {side.name: side.title for side in game_named(game).sides}
    called = sides_called(game, point.opened.state["sides"], known, language=language)  # in the order of their colours
    table = past_at(journal, journal.length).table
    reached = () if table is None else goals_if_any(game, table, state, settings)
    return Story(
        journal=journal,
        language=language,
        title=translated(point.opened.title, language) or game.capitalize(),
        date=journal.at(1).time[:10],
        titles=called,
        entries=entries,
        scene_s=min(max(room / len(entries), LEAST_S), MOST_S),
        end=end_said(game, end_in(journal), state, reached, called, language=language),
        sides_said=tuple(
            (called[side], *(owed_sentence(game, goal.check, called, language=language) for goal in reached
                             if goal.side == side), lost_said(state.lost_of(side), language))
            for side in state.sides
        ),
    )  # fmt: skip


def _awaits_reveal(journal: Journal) -> bool:
    """Say whether something was declared before its distances were told, and is not played yet."""
    for entry in standing(journal, (*RULED, "withdrawn", "turn_ended", "match_ended")):
        if entry.kind not in ("declared", "thrown", "decided"):
            return False
        if isinstance(payload := read_payload(entry), Declared):
            return payload.mode == "reveal"
    return False


def _chosen(journal: Journal, most: int) -> tuple[int, ...]:
    """Return the entries of the rulings told: all turning points, and as there is room losses, dice, what is drawn."""
    opened, played = point_at(journal, 1).opened, list(moments(journal))
    turned = {it.entry.sequence for it in most_decisive(list(swings(opened.game, opened.settings, played)))}
    lost = {m.entry.sequence for m in played if len(m.after.fallen) > len(m.before.fallen)}
    most = max(most, len(turned))
    ranks: tuple[list[int], ...] = ([], [], [], [], [])
    for entry in ends_of_deeds(standing(journal, RULED)):
        payload, rank = read_payload(entry), 3
        if entry.sequence in turned:
            rank = 0
        elif isinstance(payload, Confirmed):
            drawn = bool(payload.ruling.get("geometry"))
            rank = 1 if entry.sequence in lost else 2 if payload.dice else 3 if drawn else 4
        ranks[rank].append(entry.sequence)
    kept: list[int] = []
    for newest_first in ranks:
        room = most - len(kept)
        found = [number for number in newest_first[::-1] if room and _is_told(journal, number)]
        # Where not all of a kind find room, those kept are spread over the whole evening.
        kept += found if len(found) <= room else [found[k * len(found) // room] for k in range(room)]
    return tuple(sorted(kept))


def _is_told(journal: Journal, number: int) -> bool:
    """Say whether a film tells of a ruling: of what did not happen only a refusal, the rest was taken off the card."""
    entry = journal.at(number)
    return entry.kind == "confirmed" or ruled_at(journal, entry).ruling.verdict == "refused"


def _scene(story: Story, number: int) -> Scene:
    journal, language, titles = story.journal, story.language, story.titles
    card = ruled_at(journal, journal.at(number))
    known, state = (point_at(journal, at).state for at in (number - 1, number))
    # Who was hit this turn and may still answer is on the table for the rules only (Y8.4).
    before = replace(card.table, stands=tuple(s for s in card.table.stands if not s.state.get("fallen")))
    after = before
    if card.effects is not None:
        after = state.over(game_named(card.game).reducer.obeyed(before, card.effects))
    return Scene(
        pieces_called(replace(card, table=before), language),
        told(card, titles=titles, language=language),
        before,
        after,
        say("film.film_turn", language, turn=card.turn, side=titles.get(card.side, card.side)),
        _score(card.game, before, known, card.settings, titles),
        _score(card.game, after, state, card.settings, titles),
    )


def _score(
    game: str, table: Snapshot, state: State, settings: Mapping[str, object], titles: Mapping[str, str]
) -> tuple[str, ...]:  # fmt: skip
    """Return each side's score: how far it is on its way to victory, else how many it has left."""
    first = first_of(goals_if_any(game, table, state, settings))
    left = {side: sum(stand.side == side for stand in table.stands) for side in titles}
    return tuple(
        f"{title}  {first[side].have}/{first[side].need}" if side in first else f"{title}  {left[side]}"
        for side, title in titles.items()
    )
