"""The combat chart: the book's example, and a whole battle replayed from its charts (M7)."""

from pathlib import Path

import pytest
from montecassino_battle_text import format_battle_turns, parse_battle_turns
from montecassino_chart_text import format_chart, parse_chart
from montecassino_replaying import opening_table, replayed, turns_of

from rules.combat_chart import ChartRow, Loss, Played
from rules.montecassino.chart import book_example, chart
from rules.montecassino.position import position_of
from rules.montecassino.turn_notation import noted
from rules.ruling import Effect
from table.errors import BadInput
from table.snapshot import Snapshot
from table.squares import Square, centre_of, default_board
from table.stand import Stand

DATA = Path(__file__).parents[1] / "data" / "charts"
BATTLE = (DATA / "two-rows.txt").read_text("utf-8")
CHARTS = {side: (DATA / f"two-rows-{side}.csv").read_text("utf-8") for side in ("A", "G")}
SETTINGS = {"option": "ii", "zone": "standard", "starting_rows": 2}
SIXTEEN = {"A": 16, "G": 16}


def battle() -> list[tuple[str, object]]:
    return [(side, turn) for _, side, turn in parse_battle_turns(BATTLE)]


def with_enemies(count: int) -> Snapshot:
    """A table on which so many Germans are left, wherever they stand."""
    board = default_board(44, 95)
    places = [centre_of(board, Square("G", number)) for number in range(1, count + 1)]
    return Snapshot(44, 95, tuple(Stand(f"g{k}", "G", "soldier", *xy) for k, xy in enumerate(places)), board=board)


def went(stand: str, start: str, end: str) -> Effect:
    return Effect("move", stand, {"start": start, "square": end})


def test_the_books_rows_come_out() -> None:
    """M7.2: the example's actions as confirmed (the moves do not follow from each other), and its rows exactly."""
    moves = {"type": "move"}
    three = [went("a1", "G-68", "G-69"), went("a2", "G-63", "G-55"), went("a3", "A-44", "A-36")]
    taken = [Effect("capture", "g1", {"by": "a4", "square": "A-62"}), went("a4", "A-29", "A-52")]
    freed = [Effect("freed", name, {"side": "A"}) for name in ("a8", "a9")]
    lost = Effect("casualty", "g3", {"side": "G", "square": "G-72"})
    played = [
        Played(23, "A", moves, [went("a1", "A-72", "G-49")], with_enemies(12)),
        Played(23, "G", moves, [went("g1", "G-30", "G-38")], with_enemies(12)),  # the other chart's
        Played(24, "A", {"type": "shot"}, [lost], with_enemies(12)),
        Played(25, "A", {"type": "free"}, [*freed, went("a1", "G-09", "G-01")], with_enemies(11)),
        Played(26, "A", moves, taken, with_enemies(11)),
        Played(34, "A", moves, three, with_enemies(10)),
    ]
    rows = chart(played, "A")
    without_notes = tuple(ChartRow(*(getattr(row, k) for k in ROW)) for row in book_example())
    assert rows == without_notes
    assert [row.note for row in book_example() if row.note] == ["printed_as_in_the_book"]
    assert format_chart(rows).splitlines()[1:] == [
        "23,I,A-72,G-49,,,,12,move",
        "24,A,,,,,G-72,11,shot",
        "25,I,G-09,G-01,,2,,11,free",
        "26,I,A-29,A-52,A-62,,,10,move",
        "34,I,G-68,G-69,,,,10,move",
        "'',I,G-63,G-55,,,,10,move",
        "'',I,A-44,A-36,,,,10,move",
    ]


ROW = ("number", "arm", "start", "end", "taken", "freed", "losses", "enemies", "deed")


def test_the_columns_of_the_book_count_enemies_only() -> None:
    row = ChartRow(3, "artillery", losses=(Loss(Square("G", 30)), Loss(Square("A", 70), own=True)), enemies=11)
    assert row.enemies_lost == 1


@pytest.mark.ci
def test_a_whole_game_is_replayed_from_its_notation() -> None:
    played = [each for each, _, _ in replayed(battle(), opening_table(2), SETTINGS)]
    assert len(played) > 30
    lines = [(each.turn, each.side, noted(each.action, each.effects)) for each in played]
    remarks = "".join(f"{line}\n" for line in BATTLE.splitlines() if line.startswith("#"))
    assert remarks + format_battle_turns(lines) == BATTLE
    assert {effect.type for each in played for effect in each.effects} >= {
        "capture", "freed", "retreated", "casualty", "stands_again", "fired", "defeat",
    }  # fmt: skip


@pytest.mark.ci
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_whole_game_is_replayed_from_its_chart(language: str) -> None:
    """M7.1: both sides' charts are enough to play it again to its end, and the charts that come out are the same."""
    charts = {side: format_chart(parse_chart(text), language) for side, text in CHARTS.items()}
    assert ("T-" in charts["A"]) == (language == "it")
    rows = {side: parse_chart(text) for side, text in charts.items()}
    steps = list(replayed(turns_of(rows, "A"), opening_table(2), SETTINGS))
    again = {side: chart([played for played, _, _ in steps], side) for side in rows}
    assert again == rows
    assert {side: format_chart(each) for side, each in again.items()} == CHARTS
    _, state, _ = steps[-1]
    assert state.winner == "G"


@pytest.mark.ci
def test_the_charts_are_those_of_the_battle() -> None:
    played = [each for each, _, _ in replayed(battle(), opening_table(2), SETTINGS)]
    assert {side: format_chart(chart(played, side)) for side in CHARTS} == CHARTS


@pytest.mark.ci
def test_no_soldier_is_lost_to_the_count() -> None:
    """On the table, prisoners and lost to the cannon: always all who started, and none on two squares."""
    for played, state, table in replayed(battle(), opening_table(2), SETTINGS):
        there = state.over(table)
        position = position_of(there)
        assert not position.crowded
        assert len(position.men) == len(there.stands)
        for side, started in SIXTEEN.items():
            standing = sum(stand.side == side for stand in there.stands)
            prisoners = set(state.known[side]["prisoners"])
            shot = {name for name, stand in state.fallen.items() if stand.side == side} - prisoners
            assert prisoners <= set(state.fallen), played
            assert standing + len(prisoners) + len(shot) == started
        enemies = next((rows[-1].enemies for rows in [chart([played], played.side)] if rows), None)
        assert enemies == sum(stand.side != played.side for stand in there.stands)


def test_a_turn_the_rules_refuse_is_named() -> None:
    with pytest.raises(BadInput, match=r"turn 1 of A, A-01 -> A-17: M2\.3"):
        list(replayed([(s, t) for _, s, t in parse_battle_turns("1 A: A-01 -> A-17")], opening_table(1)))


@pytest.mark.parametrize(
    ("text", "why"),
    [("1,I,A-25", "line 1"), ("1,X,A-25,A-33,,,,3,move", "line 1"), ("1,I,A-25,A-99,,,,3,move", "A-99")],
)
def test_a_chart_that_is_none_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        parse_chart(text)


def test_a_line_that_is_no_turn_is_named() -> None:
    with pytest.raises(BadInput, match="line 2"):
        list(parse_battle_turns("# remark\nA-25 to A-33"))
