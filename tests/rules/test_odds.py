"""Every procedure's odds by full enumeration are those worked out on paper (docs/odds.md)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rules.ambush import sight
from rules.ancients.hits import BATTLE
from rules.cases import parse_cases
from rules.odds import odds
from rules.registry import rule
from rules.rommel.combat import NAC
from rules.ruling import Ruling, Throw
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

F = Fraction
CASES = Path(__file__).parents[1] / "data" / "cases" / "ancients"
WALL = Piece("wall", "wall", ((0, 48.8), (60, 48.8), (60, 49.0), (0, 49.0)))


def soldier(name: str, side: str, x: float, y: float, **state: Any) -> Stand:
    return Stand(name, side, "soldier", x, y, 90, 2, 1.6, state=state)


def outcomes(
    game: str, stands: tuple[Stand, ...], action: Mapping[str, Any], pieces: tuple[Piece, ...] = (), **more: Any
) -> Mapping[str, F]:
    table = Snapshot(160, 100, stands, pieces)
    found = odds(lambda dice: rule(game, table, action, dice, **more), lambda ruling: str(ruling.outcome))
    assert sum(found.values()) == 1
    return found


SHOT = {"type": "shoot", "actor": "a", "target": "b"}
OPEN = (soldier("a", "us", 30, 20), soldier("b", "de", 30, 50, revealed=True))
GUN = {"type": "gun", "actor": "a", "target": "b"}
TANKS = (Stand("a", "de", "Pzkpfw IV", 30, 20, 90, 3, 7), Stand("b", "us", "M 26 Pershing", 30, 60, 90, 3, 7))
MG = (Stand("a", "us", "Sherman", 30, 20, 90, 3, 7), OPEN[1])


def test_a_shot() -> None:
    assert outcomes("ambush", OPEN, SHOT) == {"miss": F(1, 2), "hit": F(1, 3), "saved": F(1, 6)}
    assert outcomes("ambush", OPEN, SHOT, (WALL,)) == {"miss": F(2, 3), "hit": F(2, 9), "saved": F(1, 9)}


def test_a_shot_is_measured_once_for_all_its_throws(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []
    near_line = sight._near_line
    monkeypatch.setattr(sight, "_near_line", lambda *given: measured.append("a line") or near_line(*given))
    outcomes("ambush", OPEN, SHOT, (WALL,))
    assert len(measured) == 2  # what blocks it, and what covers the target


@pytest.mark.ci
def test_an_mg() -> None:
    burst = {**SHOT, "type": "mg"}
    # Open: none 1/4, one 1/2 (lost 2/3), both 1/4 (lost 5/6); cover: 4/9, 4/9, 1/9.
    assert outcomes("ambush", MG, burst)["hit"] == F(1, 2) * F(2, 3) + F(1, 4) * F(5, 6)
    assert outcomes("ambush", MG, burst, (WALL,))["hit"] == F(4, 9) * F(2, 3) + F(1, 9) * F(5, 6)


def test_an_assault_favours_who_comes() -> None:
    stands = (soldier("a", "us", 30, 20, moved_cm=4.0), soldier("b", "de", 30, 21.6))
    assault = {**SHOT, "type": "assault"}
    assert outcomes("ambush", stands, assault) == {"won": F(21, 36), "lost": F(15, 36)}
    tired = (stands[0], soldier("b", "de", 30, 21.6, assaults_survived=1))
    assert outcomes("ambush", tired, assault) == {"won": F(26, 36), "lost": F(10, 36)}


@pytest.mark.parametrize(
    ("off_cm", "lost"),
    [(0.0, F(2, 3)), (2.9, F(2, 3) * F(3, 6)), (3.1, F(2, 3) * F(1, 6))],
)
def test_a_grenade(off_cm: float, lost: F) -> None:
    """Four of six burst; then the point counts a third, and each of the four ways a sixth.

    At the very point every landing is 3 cm away or less. A man 2.9 cm to the right is reached from the point (2) and
    from the right (1); at 3.1 cm only from the right.
    """
    stands = (soldier("a", "us", 30, 20), soldier("b", "de", 30 + off_cm, 29))
    table = Snapshot(160, 100, stands)
    action = {"type": "grenade", "actor": "a", "point": [30, 29]}

    def hit(ruling: Ruling) -> bool:
        return any(effect.type == "remove" for effect in ruling.effects)

    found = odds(lambda dice: rule("ambush", table, action, dice), hit)
    assert found[True] == lost


def test_a_gun_at_a_vehicle() -> None:
    table = Snapshot(160, 100, TANKS)
    found = odds(
        lambda dice: rule("ambush", table, GUN, dice),
        lambda ruling: next((float(e.values["boxes"]) for e in ruling.effects if e.type == "damage"), 0.0),
    )
    assert found == {0.0: F(1, 3), 0.5: F(1, 3), 1.0: F(1, 3)}
    half = Piece("house", "house", ((30.0, 40), (45, 40), (45, 45), (30.0, 45)))
    hidden = Snapshot(160, 100, TANKS, (half,))
    found = odds(
        lambda dice: rule("ambush", hidden, GUN, dice),
        lambda ruling: next((float(e.values["boxes"]) for e in ruling.effects if e.type == "damage"), 0.0),
    )
    assert found == {0.0: F(1, 2), 0.5: F(1, 2)}


@pytest.mark.parametrize(
    ("left", "elite", "surrenders"),
    [(5, False, F(0)), (4, False, F(1, 6)), (2, False, F(1, 2)), (2, True, F(1, 3)), (4, True, F(1, 6))],
)
def test_morale(left: int, elite: bool, surrenders: F) -> None:
    stands = tuple(soldier(f"s{k}", "us", 10 + 5 * k, 20, elite=elite) for k in range(left))
    found = outcomes("ambush", stands, {"type": "morale", "side": "us"}, sides={"us": {"started": 8}})
    assert found.get("surrender", F(0)) == surrenders


def base(name: str, side: str, y: float, heading: float, kind: str = "infantry", **state: Any) -> Stand:
    return Stand(name, side, kind, 60, y, heading, 2.5, 2.0, state=state)


def test_a_combat_of_equals() -> None:
    """3 + d against 3 + d: equal 6/36; the less loses, and is destroyed where twice it is no more than the other."""
    stands = (base("a", "n", 30, 90), base("b", "s", 32, 270))
    found = outcomes("yankee", stands, {"type": "combat", "actor": "a", "target": "b"})
    destroyed = sum(1 for p in range(4, 10) for q in range(4, 10) if p != q and 2 * min(p, q) <= max(p, q))
    assert found == {"stands": F(6, 36), "destroyed": F(destroyed, 36), "recoil": F(30 - destroyed, 36)}
    assert destroyed == 4  # 4 against 8 or 9, either way


@pytest.mark.parametrize(("value", "arrives"), [(2, F(1, 3)), (3, F(1, 2)), (4, F(2, 3)), (5, F(5, 6))])
def test_an_order(value: int, arrives: F) -> None:
    stands = (base("a", "n", 30, 90, command=value),)
    assert outcomes("yankee", stands, {"type": "order", "unit": "a"})["arrives"] == arrives


def test_a_reaction_a_ford_and_a_general() -> None:
    stands = (base("a", "n", 30, 90, command=3),)
    assert outcomes("yankee", stands, {"type": "react", "unit": "a"}) == {
        "one_turn_late": F(1, 3), "two_turns_late": F(1, 6), "at_once": F(1, 2),
    }  # fmt: skip
    river = Piece("river", "river", ((0, 31.1), (160, 31.1), (160, 35), (0, 35)))
    assert outcomes("yankee", stands, {"type": "ford", "group": ["a"]}, (river,))["ford"] == F(1, 2)
    fallen = (Stand("g", "n", "general", 60, 30, 90, 2, 2), base("a", "n", 40, 90))
    assert outcomes("yankee", fallen, {"type": "general", "actor": "g"})["dies"] == F(1, 3)


@pytest.mark.ci
def test_dice_that_are_only_counted_come_out_as_every_throw_tried_by_itself() -> None:
    tried = 0
    for case in parse_cases((CASES / "C11.1.cases").read_text("utf-8"), "C11.1.cases"):
        asked = case.game, case.snapshot, case.action

        def ruled(dice: tuple[Any, ...], asked: Any = asked, case: Any = case) -> Ruling:
            return rule(*asked, dice, case.settings, case.decided, case.name, case.sides)

        def told(ruling: Ruling) -> str:
            return f"{ruling.effects} {ruling.outcome}"

        try:
            each = odds(ruled, told, 4, replace(BATTLE, counted=False))
        except ValueError:  # more dice
            continue
        assert odds(ruled, told, 4, BATTLE) == each, case.name
        tried += len(each) > 1
    assert tried > 9


def test_a_face_that_is_on_two_sides_counts_twice() -> None:
    def shows(dice: tuple[int, ...]) -> Ruling:
        needs = None if dice else Throw("R7.1", "weather", "1nac", (), "weather")
        return Ruling("rommel", "weather", "allowed", needs=needs, outcome=str(dice[0]) if dice else None)

    assert odds(shows, lambda ruling: ruling.outcome, die=NAC) == {
        "3": F(1, 3), "4": F(1, 3), "2": F(1, 6), "5": F(1, 6),
    }  # fmt: skip
