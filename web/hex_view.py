"""A board of hexes as the page shows it: its hexes, counters and stacks, the phase, what may be switched on."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from referee.boards.board_watch import BoardChanges
from referee.boards.plays import hex_play_of
from referee.ruling_view import TONES, capital, ruling_view
from referee.words import check_sentence
from referee.words.action_titles import action_title
from referee.words.english_page_board import BOARD
from referee.words.english_page_hexes import HEXES
from referee.words.sentences import deciding_check
from referee.words.sides import Titles, called
from referee.words.translating import say
from rules.action import listed
from rules.board_cells import cell_cm, reading_of
from rules.board_play import Act, Position, SeenTurn
from rules.hex_play import Battle, Choice, Course, Face, HexGoing, HexPlay, Phase, Said, Target
from rules.registry import game_named
from table.stand import Stand
from web.board_view import todo_view

MAIN = frozenset({"next", "weather", "start"})
"""Acts that carry the turn on: the first of them is the large button."""
AT_ONCE = frozenset({"next", "order", "land", "victory", "detach", "lose", "place"})
"""Acts that need no second look: a tap lets them happen where they are allowed and ask for no dice."""


def hex_board_view(
    now: Position,
    titles: Mapping[str, str],
    labels: Mapping[str, str],
    board_changes: BoardChanges,
    proposing: bool,
    language: str,
) -> dict[str, Any] | None:
    """Return what the page draws of a board of hexes, None without one; the parameters are those of ``board_view``."""
    board, play = now.table.board, hex_play_of(now.game)
    if board is None:
        return None
    cells = play.cells(now)
    first = next(iter(cells.values()))
    phase, faces, ready = play.phase(now), play.faces(now), list(play.ready(now))
    at = {stand.name: reading_of(board, stand).cell for stand in now.table.stands}

    def said_here(said: Said) -> str:
        key, values = said
        return said_of((key, {**values, "side": titles.get(str(values.get("side")), "")}), language)

    return {
        "kind": "hexes",
        "shape": [[round(x, 3), round(y, 3)] for x, y in first.corners],
        "size_cm": round(cell_cm(board), 3),
        "cells": [[cell.id, *(round(v, 3) for v in cell.centre), cell.id, cell.number] for cell in cells.values()],
        "marks": [
            {"kind": mark.kind, "points": [[round(x, 3), round(y, 3)] for x, y in mark.points], "word": mark.word}
            for mark in play.marks(now)
        ],
        "ground": [_ground(cell, kinds, language) for cell, kinds in play.ground(now).items() if cell in cells],
        "soldiers": _counters(now, faces, board_changes, labels, language),
        "position": [[stand.name, reading_of(board, stand).cells] for stand in now.table.stands],
        "ready": ready,
        "to_place": [name for name in ready if at[name] is None] if "place" in game_named(now.game).verbs else [],
        "phase": None if phase is None else _phase(phase, said_here),
        "overlays": [
            {"key": overlay.key, "title": say(HEXES[f"overlay_{overlay.key}"], language),
             "said": [said_here(said) for said in overlay.said],
             "layers": [{"part": part + 1, "side": list(titles).index(side) + 1 if side in titles else 0,
                         "cells": list(hexes)} for part, (side, hexes) in enumerate(overlay.layers)]}
            for overlay in play.overlays(now)
        ],
        "seen": _seen(now, play, board_changes, language, titles) if proposing else None,
        "todo": todo_view(now, board_changes, HEXES, language),
        "to_lay": _to_lay(now, board_changes, language),
        "acts": [act_view(act, language, titles) for act in play.acts(now)],
        "tally": [_tally(now, play, faces, side, title, labels, language) for side, title in titles.items()],
    }  # fmt: skip


def _to_lay(now: Position, board_changes: BoardChanges, language: str) -> str | None:
    """Return who was placed on the page and is not seen on the table yet."""
    assert now.table.board is not None
    missing = [
        stand for stand in now.table.stands if board_changes.readings and stand.name not in board_changes.readings
    ]
    placed = [f"{stand.name} {cell}" for stand in missing if (cell := reading_of(now.table.board, stand).cell)]
    return say(HEXES["to_lay"], language, listed=", ".join(placed)) if placed else None


def choice_view(
    choice: Choice, labels: Mapping[str, str], language: str, titles: Titles | None = None
) -> dict[str, Any]:  # fmt: skip
    """Return what a chosen counter may do as the page shows it; ``titles`` are what the sides are called."""
    return {
        "actor": choice.actor,
        "at": choice.at,
        "title": ": ".join(part for part in (choice.at, _called(choice.actor, labels)) if part),
        "facts": [said_of(said, language) for said in choice.facts],
        "options": [_going(going, language) for going in choice.goings],
        "targets": [_target(target, labels, language, titles) for target in choice.targets],
        "acts": [act_view(act, language, titles) for act in choice.acts],
        "rings": [{"cells": list(ring.cells), "label": said_of(ring.said, language)} for ring in choice.rings],
        "battle": None if choice.battle is None else _battle(choice.battle, labels, language, titles),
        "steers": choice.steers,
        "course": None if choice.course is None else _course(choice.course, labels, language, titles),
        "helpers": list(choice.helpers),
        "gathered": _named(choice.gathered, labels),
        "refusal": None if choice.refused is None else _refusal(choice.refused, choice.path, language, titles),
    }


def may_act(now: Position, verb: str, actor: str, target: str) -> bool:
    """Say whether somebody may act on another now with that verb."""
    return now.ruled({"type": verb, "actor": actor, "target": target}).verdict != "refused"


def act_view(act: Act, language: str, titles: Titles | None = None) -> dict[str, Any]:
    """Return an act as a line to tap: what it is, or why it may not be; ``titles`` are what the sides are called."""
    action, verb = act.action, str(act.action["type"])
    said = _act_said(act.ruling.game, action, titles or {}, language)
    failed = None if act.allowed else deciding_check(called(act.ruling, titles or {}))
    return {
        "verb": verb,
        "action": dict(action),
        "allowed": act.allowed,
        "main": verb in MAIN,
        "at_once": verb in AT_ONCE and act.allowed and act.ruling.needs is None,
        "tone": TONES[act.ruling.verdict],
        "sentence": said if failed is None else f"{said}: {check_sentence(act.ruling.game, failed, language=language)}",
        "clause": failed.clause if failed is not None else "",
    }


def said_of(said: Said, language: str) -> str:
    """Return a key of the page's words with what goes into them; a value that is a key itself is said too."""
    key, values = said
    told = {name: said_of(value, language) if isinstance(value, tuple) else value for name, value in values.items()}
    return say(HEXES[key], language, **told)


def _act_said(game: str, action: Mapping[str, Any], titles: Mapping[str, str], language: str) -> str:
    verb, side = str(action["type"]), action.get("side")
    if verb == "start" and isinstance(side, str) and side in titles:
        return say(HEXES["act_start_by"], language, side=titles[side])
    how = (
        action.get("section")
        or next((flag for flag in ("setup", "off") if action.get(flag)), "")
        or next(iter(action.get("classes") or ()), "")
    )
    key = next((key for key in (f"act_{verb}_{how}", f"act_{verb}") if key in HEXES), None)
    return action_title(game, action, language=language) if key is None else say(HEXES[key], language)


def _going(going: HexGoing, language: str) -> dict[str, Any]:
    kind = "place" if going.action["type"] == "place" else "join" if going.joins else "move"
    notes = [say(HEXES[f"note_{note}"], language) for note in going.notes]
    many = say(HEXES["going_place"], language) if kind == "place" else _hexes_said(going.cost, language)
    short = ", ".join([many, *notes])
    return {
        "cell": going.cell, "label": going.cell, "kind": kind, "cost": _whole(going.cost), "notes": list(going.notes),
        "path": list(going.path), "action": dict(going.action), "short": short, "said": f"{going.cell}: {short}",
    }  # fmt: skip


def _hexes_said(count: float, language: str) -> str:
    return say(HEXES["going_one" if count == 1 else "going_cost"], language, count=count)


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number


def _course(
    course: Course, labels: Mapping[str, str], language: str, titles: Titles | None
) -> dict[str, Any]:  # fmt: skip
    """Return a way put together from hex to hex: what it has cost at the end of each leg, and what happens there."""
    legs, spent = [], 0.0
    for leg in course.legs:
        spent += leg.cost
        said = ", ".join([_hexes_said(leg.cost, language), *(said_of(each, language) for each in leg.said)])
        legs.append({"to": leg.to, "cost": _whole(leg.cost), "spent": _whole(spent), "said": said})
    total = say(HEXES["course_cost"], language, cost=course.cost, budget=course.budget)
    return {**act_view(course.act, language, titles), "path": list(course.path), "legs": legs, "total": total,
            "guns": _named(course.guns, labels)}  # fmt: skip


def _target(target: Target, labels: Mapping[str, str], language: str, titles: Titles | None) -> dict[str, Any]:
    ways = [{**act_view(way.act, language, titles), "gathers": way.gathers} for way in target.ways]
    may = [way["sentence"] for way in ways if way["allowed"]]
    return {
        "name": target.name, "cell": target.cell, "label": f"{target.cell}: {_called(target.name, labels)}",
        "ways": ways, "said": ", ".join(may),
    }  # fmt: skip


def _battle(battle: Battle, labels: Mapping[str, str], language: str, titles: Titles | None) -> dict[str, Any]:
    return {
        **act_view(battle.act, language, titles),
        "attackers": _named(battle.attackers, labels), "targets": _named(battle.targets, labels),
        "said": [said_of(said, language) for said in battle.said],
    }  # fmt: skip


def _named(names: tuple[str, ...], labels: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"name": name, "label": _called(name, labels)} for name in names]


def _called(name: str, labels: Mapping[str, str]) -> str:
    """Return a counter by its name and what it is: "Wellingtons, British bomber"."""
    return f"{name}, {labels[name]}" if name in labels else name


def _refusal(refused: Act, path: tuple[str, ...], language: str, titles: Titles | None) -> dict[str, Any]:
    view, check = ruling_view(refused.ruling, titles=titles, language=language), deciding_check(refused.ruling)
    return {
        "action": dict(refused.action), "path": list(path),
        "title": action_title(refused.ruling.game, refused.action, language=language),
        "word": view["word"], "tone": view["tone"], "sentence": view["sentence"],
        "clause": check.clause if check else "", "geometry": view["geometry"],
    }  # fmt: skip


def _counters(
    now: Position, faces: Mapping[str, Face], board_changes: BoardChanges, labels: Mapping[str, str], language: str
) -> dict[str, dict[str, Any]]:
    """Return every counter: its hex, what is drawn on it, and its place in the stack."""
    assert now.table.board is not None
    stacks: dict[str, list[Stand]] = {}
    for stand in now.table.stands:
        cell = reading_of(now.table.board, stand).cell
        if cell is not None:
            stacks.setdefault(cell, []).append(stand)
    for stack in stacks.values():
        stack.sort(key=lambda stand: (faces[stand.name].level, stand.name))
    return {
        stand.name: _counter(stand, now, faces[stand.name], board_changes, stacks, labels, language)
        for stand in now.table.stands
    }


def _counter(
    stand: Stand, now: Position, face: Face, board_changes: BoardChanges, stacks: Mapping[str, list[Stand]],
    labels: Mapping[str, str], language: str,
) -> dict[str, Any]:  # fmt: skip
    assert now.table.board is not None
    ours = reading_of(now.table.board, stand)
    measured = board_changes.readings.get(stand.name, ours)
    doubtful = measured.state == "between"  # where the camera cannot tell, that is shown
    state, cells = ("between", measured.cells) if doubtful else (ours.state, ours.cells)
    who = ", ".join(part for part in (_called(stand.name, labels), face_said(face, language)) if part)
    stack = [other.name for other in stacks.get(ours.cell or "", [])]
    if state == "on":
        label = f"{ours.cell}: {who}"
        if len(stack) > 1:
            label += f", {say(HEXES['stack_of'], language, place=stack.index(stand.name) + 1, count=len(stack))}"
    else:
        said = HEXES["counter_off"] if state == "off" else BOARD["soldier_between"]
        label = say(said, language, who=who, among=", ".join(cells))
    place = board_changes.places.get(stand.name) if doubtful else None
    return {
        "cell": ours.cell, "state": state, "cells": list(cells), "label": label, "said": capital(label), "who": who,
        "place": place and [round(value, 3) for value in place],
        "level": stack.index(stand.name) if stand.name in stack else 0, "stack": max(1, len(stack)),
        "face": {key: value for key, value in asdict(face).items() if value},
        "awaited": ours.cell is None and bool(board_changes.readings) and stand.name not in board_changes.readings,
    }  # fmt: skip


def face_said(face: Face, language: str) -> str:
    """Return what a counter shows beside its kind: its factors, its blocks, what it has done or lacks."""
    said = [face.text] if face.text else []
    if face.of:
        said.append(say(HEXES["blocks_one" if face.pips == 1 else "blocks"], language, count=face.pips, of=face.of))
    said += [say(HEXES[f"tag_{tag}"], language) for tag in face.tags]
    return ", ".join(said)


def _phase(phase: Phase, said: Callable[[Said], str]) -> dict[str, Any]:
    name = said(phase.name)
    return {
        "name": name if phase.of_turn else capital(name), "now": said(phase.now),
        "facts": [said(each) for each in phase.facts], "of_turn": phase.of_turn,
    }  # fmt: skip


def _ground(cell: str, kinds: tuple[str, ...], language: str) -> dict[str, Any]:
    said = ", ".join(say(HEXES[f"ground_{kind}"], language) if f"ground_{kind}" in HEXES else kind for kind in kinds)
    return {"cell": cell, "kinds": list(kinds), "said": said}


def _seen(
    now: Position, play: HexPlay, board_changes: BoardChanges, language: str, titles: Titles
) -> dict[str, Any] | None:
    if not board_changes.moved:
        return None
    found = play.seen(now, board_changes.after)
    names = ", ".join(
        f"{name} ({', '.join(board_changes.readings[name].cells[:1]) or '–'})" for name in board_changes.moved
    )
    said = "" if found else say(BOARD["board_seen_none"], language, names=names)
    return {
        "readings": [_reading(turn, language, titles) for turn in found],
        "said": said,
        "names": list(board_changes.moved),
    }


def _reading(turn: SeenTurn, language: str, titles: Titles) -> dict[str, Any]:
    view, path = ruling_view(turn.ruling, titles=titles, language=language), listed(turn.action, "path")
    return {
        "action": dict(turn.action), "notation": action_title(turn.ruling.game, turn.action, language=language),
        "tone": TONES[turn.ruling.verdict], "word": view["word"], "sentence": view["sentence"],
        "path": [cell for cell in path if isinstance(cell, str)],
    }  # fmt: skip


def _tally(
    now: Position, play: HexPlay, faces: Mapping[str, Face], side: str, title: str, labels: Mapping[str, str],
    language: str,
) -> dict[str, Any]:  # fmt: skip
    assert now.table.board is not None
    mine = [
        stand for stand in now.table.stands
        if stand.side == side and (reading_of(now.table.board, stand).cell is not None or faces[stand.name].level)
    ]  # fmt: skip
    at = {stand.name: reading_of(now.table.board, stand).cell for stand in mine}
    order = {cell: place for place, cell in enumerate(play.cells(now))}
    mine.sort(key=lambda stand: (-order.get(at[stand.name] or "", -1), faces[stand.name].level, stand.name))
    numbers = play.tally(now, side)
    said = [say(HEXES[f"tally_{word}"], language, count=count) for word, count in numbers.items()]
    return {
        "side": side, "title": title, "squares": "", "count": len(mine), "said": said, "numbers": dict(numbers),
        "counters": [
            {"name": stand.name, "cell": at[stand.name], "said": _listed(stand, faces[stand.name], labels, language)}
            for stand in mine
        ],
    }  # fmt: skip


def _listed(stand: Stand, face: Face, labels: Mapping[str, str], language: str) -> str:
    return ", ".join(part for part in (_called(stand.name, labels), face_said(face, language)) if part)
