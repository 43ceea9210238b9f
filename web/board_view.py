"""A board as the page shows it: its cells, who is on which, what the camera saw go, what is to be put right."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.boards.agreed import unsettled
from referee.boards.board_watch import BoardChanges
from referee.boards.plays import board_kind, play_of
from referee.ruling_view import TONES, capital, ruling_view
from referee.words import check_sentence
from referee.words.board_notation import steps_written
from referee.words.english_page_board import BOARD
from referee.words.sentences import deciding_check
from referee.words.translating import say
from rules.action import listed
from rules.board_cells import CellReading, cell_cm, cells_of, label_of, reading_of
from rules.board_play import Act, Going, Position, SeenTurn, Turn
from table.snapshot import Snapshot
from table.stand import Stand


def board_view(
    now: Position,
    titles: Mapping[str, str],
    labels: Mapping[str, str],
    board_changes: BoardChanges,
    proposing: bool,
    language: str,
) -> dict[str, Any] | None:
    """Return what the page draws of a board; None for a table without one.

    ``proposing``: the table is still and nothing is on the card, so that what the camera saw go may be proposed.
    ``titles`` are what people call the sides, ``labels`` the stands: "Allied soldier".
    """
    if now.table.board is None or board_kind(now.game) != "squares":
        return None
    play = play_of(now.game)
    cells = cells_of(now.table.board)
    first = next(iter(cells.values()))
    return {
        "kind": "squares",
        "shape": [[round(x, 3), round(y, 3)] for x, y in first.corners],
        "size_cm": round(cell_cm(now.table.board), 3),
        "cells": [
            [cell.id, *(round(value, 3) for value in cell.centre), label_of(cell.id, language), cell.number]
            for cell in cells.values()
        ],
        "marks": [
            {"kind": mark.kind, "points": [[round(x, 3), round(y, 3)] for x, y in mark.points], "word": mark.word}
            for mark in play.marks(now.table.board, language)
        ],
        "squares": play.squares,
        "soldiers": {stand.name: _soldier(stand, now, board_changes, labels, language) for stand in now.table.stands},
        "position": [[stand.name, reading_of(now.table.board, stand).cells] for stand in now.table.stands],
        "seen": _seen(now, board_changes, language) if proposing else None,
        "todo": todo_view(now, board_changes, BOARD, language),
        "acts": [act_view(act, language) for act in play.acts(now)],
        "tally": [_tally(now, side, title, language) for side, title in titles.items()],
    }


def turn_view(turn: Turn, language: str) -> dict[str, Any]:
    """Return a turn being put together as the page shows it."""
    refused = turn.refused
    return {
        "steps": [dict(step) for step in turn.steps],
        "at": turn.at,
        "options": [_going(going, language) for going in turn.goings],
        "left": turn.left,
        "notation": steps_written(turn.steps, turn.taken.values(), language=language),
        "action": turn.action,
        "moved": [{"name": name, "to": cell} for name, cell in turn.moved.items()],
        "taken": list(turn.taken),
        "movable": list(turn.movable),
        "acts": [act_view(act, language) for act in turn.acts],
        "refusal": None if refused is None else _refusal(refused, language),
    }


def act_view(act: Act, language: str) -> dict[str, Any]:
    """Return an act instead of moving: what it is, or why it may not be."""
    action, verb = act.action, str(act.action["type"])
    comrades = action.get("comrades")
    count = comrades if isinstance(comrades, int) else 0
    key = f"act_{verb}_one" if count == 1 else f"act_{verb}"
    said = say(BOARD[key], language, cell=label_of(str(action.get("actor", "")), language), count=count)
    failed = None if act.allowed else deciding_check(act.ruling)
    return {
        "verb": verb,
        "action": dict(action),
        "allowed": act.allowed,
        "sentence": said if failed is None else f"{said}: {check_sentence(act.ruling.game, failed, language=language)}",
        "clause": failed.clause if failed is not None else "",
    }


def _going(going: Going, language: str) -> dict[str, Any]:
    word = say(BOARD[f"going_{going.kind}"], language)
    key = "going_squares_one" if going.squares == 1 else "going_squares"
    many = say(BOARD[key], language, word=word, count=going.squares)
    cell = label_of(going.cell, language)
    return {
        "cell": going.cell, "label": cell, "kind": going.kind, "steps": [dict(step) for step in going.steps],
        "squares": going.squares, "short": many, "said": f"{cell}: {many}",
    }  # fmt: skip


def _refusal(refused: Act, language: str) -> dict[str, Any]:
    view = ruling_view(refused.ruling, language=language)
    check = deciding_check(refused.ruling)
    steps = listed(refused.action, "steps")
    return {
        "action": dict(refused.action), "steps": [dict(steps[-1])], "notation": steps_written(steps, language=language),
        "word": view["word"], "sentence": view["sentence"], "clause": check.clause if check else "",
    }  # fmt: skip


def _seen(now: Position, board_changes: BoardChanges, language: str) -> dict[str, Any] | None:
    if not board_changes.moved:
        return None
    found = play_of(now.game).seen(now, board_changes.after)
    names = ", ".join(_place_now(name, board_changes, language) for name in board_changes.moved)
    said = "" if found else say(BOARD["board_seen_none"], language, names=names)
    return {"readings": [_reading(turn, language) for turn in found], "said": said, "names": list(board_changes.moved)}


def _reading(turn: SeenTurn, language: str) -> dict[str, Any]:
    view = ruling_view(turn.ruling, language=language)
    taken = [str(effect.values["square"]) for effect in turn.ruling.effects if effect.type == "capture"]
    return {
        "action": dict(turn.action), "notation": action_written(turn.action, taken, language),
        "tone": TONES[turn.ruling.verdict], "word": view["word"], "sentence": view["sentence"],
    }  # fmt: skip


def action_written(action: Mapping[str, Any], taken: Sequence[str], language: str) -> str:
    """Return an action on a board in chart notation, or in words where it has no steps."""
    if action.get("steps"):
        return steps_written(action["steps"], taken, language=language)
    comrades = action.get("comrades")
    count = comrades if isinstance(comrades, int) else 0
    key = f"act_{action['type']}_one" if count == 1 else f"act_{action['type']}"
    return say(BOARD[key], language, cell=label_of(str(action.get("actor", "")), language), count=count)


def _soldier(
    stand: Stand, now: Position, board_changes: BoardChanges, labels: Mapping[str, str], language: str
) -> dict[str, Any]:
    assert now.table.board is not None
    ours = reading_of(now.table.board, stand)
    measured = board_changes.readings.get(stand.name, ours)
    # Where the camera cannot tell, that is shown; otherwise the game's own position.
    doubtful = measured.state == "between"
    state = "between" if doubtful else ours.state
    cells = measured.cells if doubtful else ours.cells
    who = labels.get(stand.name, stand.name)
    if state == "on":
        label = f"{_among(ours, language)}: {who}"
    else:
        label = say(BOARD[f"soldier_{state}"], language, who=who, among=_listed(cells, language))
    place = board_changes.places.get(stand.name) if doubtful else None
    return {
        "cell": ours.cell, "state": state, "cells": list(cells), "label": label, "said": capital(label),
        "place": place and [round(value, 3) for value in place],
    }  # fmt: skip


def todo_view(
    now: Position, board_changes: BoardChanges, words: Mapping[str, str], language: str
) -> list[dict[str, Any]]:
    """Return what the players still have to put right on the table, in the words of that board."""
    board, found = now.table.board, []
    assert board is not None
    for name in board_changes.left:
        measured = board_changes.readings[name]
        cell = _among(reading_of(board, now.table.stand(name)), language)
        said = f"{_among(measured, language)} → {cell} ({name})"
        if measured.state != "on":
            among = _listed(measured.cells, language)
            said = say(words[f"todo_{measured.state}"], language, name=name, cell=cell, among=among)
        found.append({"name": name, "state": measured.state, "said": said})
    for name in unsettled(now.table, now.memory):
        where = board_changes.readings.get(name)
        if where is not None and where.state == "between" and name not in board_changes.left:
            said = say(words["todo_unsettled_between"], language, name=name, among=_listed(where.cells, language))
            found.append({"name": name, "state": "between", "said": said})
    for name in board_changes.stray:
        found.append({"name": name, "state": "taken", "said": say(words["todo_taken"], language, name=name)})
    return found


def _tally(now: Position, side: str, title: str, language: str) -> dict[str, Any]:
    mine = [stand for stand in now.table.stands if stand.side == side]
    cells = sorted(cell for stand in mine if (cell := reading_of(_board(now.table), stand).cell) is not None)
    numbers = play_of(now.game).tally(now, side)
    said = [say(BOARD[f"tally_{word}"], language, count=count) for word, count in numbers.items() if count is not None]
    return {
        "side": side, "title": title, "squares": _by_field(cells, language),
        "count": len(cells), "said": said, "numbers": dict(numbers),
    }  # fmt: skip


def _by_field(cells: Sequence[str], language: str) -> str:
    """Return cells field by field: "A 67 · G 1, 2, 3"."""
    fields: dict[str, list[str]] = {}
    for cell in cells:
        field, _, number = label_of(cell, language).rpartition("-")
        fields.setdefault(field, []).append(f"{int(number)}" if number.isdecimal() else number)
    return " · ".join(f"{field} {', '.join(numbers)}" for field, numbers in fields.items())


def _board(table: Snapshot) -> Any:
    return table.board


def _place_now(name: str, board_changes: BoardChanges, language: str) -> str:
    return f"{name} ({_among(board_changes.readings[name], language)})"


def _among(reading: CellReading, language: str) -> str:
    return _listed(reading.cells[:1], language) if reading.cells else "–"


def _listed(cells: Sequence[str], language: str) -> str:
    return ", ".join(label_of(cell, language) for cell in cells)
