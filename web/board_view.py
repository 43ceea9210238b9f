"""A board as the page shows it: its cells, who is on which, what the camera saw go, what is to be put right."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from referee.boards.agreed import board_kind, play_of, unsettled
from referee.boards.board_watch import BoardChanges
from referee.ruling_view import TONES, capital, ruling_view
from referee.words.kinds import terrain_said
from rules.action import listed
from rules.board_cells import cell_cm, label_of, reading_of
from rules.board_play import BoardPlay, BoardPosition, Face, LegalAct, Overlay, Phase
from rules.registry import game_named
from table.stand import Stand
from web.board_words import BoardWording


def board_view(
    now: BoardPosition,
    titles: Mapping[str, str],
    labels: Mapping[str, str],
    changes: BoardChanges,
    proposing: bool,
    language: str,
) -> dict[str, Any] | None:
    """Return what the page draws of a board; None for a table without one.

    ``proposing``: the table is still and nothing is on the card, so that what the camera saw go may be proposed.
    ``titles`` are what people call the sides, ``labels`` the stands: "Allied soldier".
    """
    if now.table.board is None or board_kind(now.game) is None:
        return None
    board, play = now.board, play_of(now.game)
    wording = BoardWording.of(now.game, board, titles, labels, language)
    cells, faces = play.cells(now), play.faces(now)
    first = next(iter(cells.values()))
    order = {cell: place for place, cell in enumerate(cells)}
    told = {
        "kind": board.kind,
        "shape": [[round(x, 3), round(y, 3)] for x, y in first.corners],
        "size_cm": round(cell_cm(board), 3),
        "cells": [
            [cell.id, *(round(value, 3) for value in cell.centre), label_of(cell.id, language), cell.number]
            for cell in cells.values()
        ],
        "marks": [
            {
                "kind": mark.kind, "points": [[round(x, 3), round(y, 3)] for x, y in mark.points],
                "word": label_of(mark.word, language) if mark.kind == "letter" else mark.word,
            }
            for mark in play.marks(now)
        ],
        "soldiers": _stands(now, faces, changes, wording),
        "position": [[stand.name, reading_of(board, stand).cells] for stand in now.table.stands],
        "seen": _seen(now, play, changes, wording) if proposing else None,
        "todo": _todo(now, changes, wording),
        "acts": [wording.act(act) for act in play.acts(now)],
        "tally": [
            {"side": side, "title": title, **_tally(now, play, faces, order, side, wording)}
            for side, title in titles.items()
        ],
    }  # fmt: skip
    if board.kind == "squares":
        return {**told, "squares": play.steps_a_turn}
    ready, phase = list(play.ready(now)), play.phase(now)
    unplaced = [name for name in ready if reading_of(board, now.table.stand(name)).cell is None]
    return {
        **told,
        "ground": [_ground(cell, kinds, wording) for cell, kinds in play.ground(now).items() if cell in cells],
        "ready": ready,
        "to_place": unplaced if "place" in game_named(now.game).verbs else [],
        "phase": None if phase is None else _phase(phase, wording),
        "overlays": [_overlay(overlay, list(titles), wording) for overlay in play.overlays(now)],
        "to_lay": _to_lay(now, changes, wording),
    }


def _stands(
    now: BoardPosition, faces: Mapping[str, Face], changes: BoardChanges, wording: BoardWording
) -> dict[str, dict[str, Any]]:  # fmt: skip
    """Return every stand: its cell, what it is, and on hexes what is drawn on it and its place in the stack."""
    stacks: dict[str, list[str]] = {}
    for stand in sorted(now.table.stands, key=lambda stand: (faces.get(stand.name, Face()).level, stand.name)):
        if (cell := reading_of(now.board, stand).cell) is not None:
            stacks.setdefault(cell, []).append(stand.name)
    return {stand.name: _stand(stand, now, faces, changes, stacks, wording) for stand in now.table.stands}


def _stand(
    stand: Stand, now: BoardPosition, faces: Mapping[str, Face], changes: BoardChanges, stacks: Mapping[str, list[str]],
    wording: BoardWording,
) -> dict[str, Any]:  # fmt: skip
    ours = reading_of(now.board, stand)
    measured = changes.readings.get(stand.name, ours)
    doubtful = measured.state == "between"  # where the camera cannot tell, that is shown
    state, cells = ("between", measured.cells) if doubtful else (ours.state, ours.cells)
    who, stack, on_hexes = _who(stand, faces, wording), stacks.get(ours.cell or "", []), wording.kind == "hexes"
    if state == "on":
        label = f"{wording.cells(ours.cells)}: {who}"
        if on_hexes and len(stack) > 1:
            label += f", {wording.say('stack_of', place=stack.index(stand.name) + 1, count=len(stack))}"
    else:
        key = "counter_off" if state == "off" and on_hexes else f"soldier_{state}"
        label = wording.say(key, who=who, among=wording.cells(cells))
    place = changes.places.get(stand.name) if doubtful else None
    told = {
        "cell": ours.cell, "state": state, "cells": list(cells), "label": label, "said": capital(label),
        "place": place and [round(value, 3) for value in place],
    }  # fmt: skip
    if not on_hexes:
        return told
    return {
        **told, "who": who, "level": stack.index(stand.name) if stand.name in stack else 0, "stack": max(1, len(stack)),
        "face": {key: value for key, value in asdict(faces[stand.name]).items() if value},
        "awaited": ours.cell is None and bool(changes.readings) and stand.name not in changes.readings,
    }  # fmt: skip


def _who(stand: Stand, faces: Mapping[str, Face], wording: BoardWording) -> str:
    """Return who a stand is, and what it shows beside its kind: its factors, its blocks, what it has done or lacks."""
    said, face = [wording.called(stand.name)], faces.get(stand.name, Face())
    if face.text:
        said.append(face.text)
    if face.of:
        said.append(wording.say("blocks", count=face.pips, of=face.of))
    return ", ".join([*said, *(wording.say(f"tag_{tag}") for tag in face.tags)])


def _seen(now: BoardPosition, play: BoardPlay, changes: BoardChanges, wording: BoardWording) -> dict[str, Any] | None:
    if not changes.moved:
        return None
    found = play.seen(now, changes.after)
    names = ", ".join(f"{name} ({wording.cells(changes.readings[name].cells[:1]) or '–'})" for name in changes.moved)
    said = "" if found else wording.say("board_seen_none", names=names)
    return {"readings": [_reading(act, wording) for act in found], "said": said, "names": list(changes.moved)}


def _reading(act: LegalAct, wording: BoardWording) -> dict[str, Any]:
    view = ruling_view(act.ruling, titles=wording.titles, language=wording.language)
    taken = [str(effect.values["square"]) for effect in act.ruling.effects if effect.type == "capture"]
    return {
        "action": dict(act.action), "notation": wording.notation(act.ruling.game, act.action, taken),
        "tone": TONES[act.ruling.verdict], "word": view["word"], "sentence": view["sentence"],
        "path": [cell for cell in listed(act.action, "path") if isinstance(cell, str)],
    }  # fmt: skip


def _todo(now: BoardPosition, changes: BoardChanges, wording: BoardWording) -> list[dict[str, Any]]:
    """Return what the players still have to put right on the table."""
    found = []
    for name in changes.left:
        measured = changes.readings[name]
        cell = wording.cells(reading_of(now.board, now.table.stand(name)).cells[:1]) or "–"
        said = f"{wording.cells(measured.cells[:1]) or '–'} → {cell} ({name})"
        if measured.state != "on":
            said = wording.say(f"todo_{measured.state}", name=name, cell=cell, among=wording.cells(measured.cells))
        found.append({"name": name, "state": measured.state, "said": said})
    for name in unsettled(now.table, now.memory):
        where = changes.readings.get(name)
        if where is not None and where.state == "between" and name not in changes.left:
            said = wording.say("todo_unsettled_between", name=name, among=wording.cells(where.cells))
            found.append({"name": name, "state": "between", "said": said})
    for name in changes.stray:
        found.append({"name": name, "state": "taken", "said": wording.say("todo_taken", name=name)})
    return found


def _tally(
    now: BoardPosition, play: BoardPlay, faces: Mapping[str, Face], order: Mapping[str, int], side: str,
    wording: BoardWording,
) -> dict[str, Any]:  # fmt: skip
    """Return a side's score and where its stands are: squares field by field, on hexes each counter."""
    own = {stand.name: stand for stand in now.table.stands if stand.side == side}
    at = {name: reading_of(now.board, stand).cell for name, stand in own.items()}
    levels = {name: faces.get(name, Face(level=0)).level for name in own}
    mine = [name for name in own if at[name] is not None or levels[name]]
    mine.sort(key=lambda name: (-order.get(at[name] or "", -1), levels[name], name))
    numbers, on_squares = play.tally(now, side), wording.kind == "squares"
    told = {
        "squares": _by_field(sorted(filter(None, at.values())), wording) if on_squares else "",
        "count": len(mine), "numbers": dict(numbers),
        "said": [wording.say(f"tally_{word}", count=count) for word, count in numbers.items()],
    }  # fmt: skip
    if on_squares:
        return told
    counters = [{"name": name, "cell": at[name], "said": _who(own[name], faces, wording)} for name in mine]
    return {**told, "counters": counters}


def _by_field(cells: Sequence[str], wording: BoardWording) -> str:
    """Return cells field by field: "A 67 · G 1, 2, 3"."""
    fields: dict[str, list[str]] = {}
    for cell in cells:
        field, _, number = label_of(cell, wording.language).rpartition("-")
        fields.setdefault(field, []).append(f"{int(number)}" if number.isdecimal() else number)
    return " · ".join(f"{field} {', '.join(numbers)}" for field, numbers in fields.items())


def _ground(cell: str, kinds: tuple[str, ...], wording: BoardWording) -> dict[str, Any]:
    said = (
        wording.say(f"ground_{kind}")
        if wording.has(f"ground_{kind}")
        else terrain_said(wording.game, kind, wording.language)
        for kind in kinds
    )
    return {"cell": cell, "kinds": list(kinds), "said": ", ".join(said)}


def _phase(phase: Phase, wording: BoardWording) -> dict[str, Any]:
    name = wording.fact(phase.name)
    return {
        "name": name if phase.of_turn else capital(name), "now": wording.fact(phase.now),
        "facts": [wording.fact(each) for each in phase.facts], "of_turn": phase.of_turn,
    }  # fmt: skip


def _overlay(overlay: Overlay, sides: Sequence[str], wording: BoardWording) -> dict[str, Any]:
    return {
        "key": overlay.key, "title": wording.say(f"overlay_{overlay.key}"),
        "said": [wording.fact(said) for said in overlay.said],
        "layers": [
            {"part": part, "side": sides.index(side) + 1 if side in sides else 0, "cells": list(cells)}
            for part, (side, cells) in enumerate(overlay.layers, start=1)
        ],
    }  # fmt: skip


def _to_lay(now: BoardPosition, changes: BoardChanges, wording: BoardWording) -> str | None:
    """Return who was placed on the page and is not seen on the table yet."""
    missing = [stand for stand in now.table.stands if changes.readings and stand.name not in changes.readings]
    placed = [f"{stand.name} {cell}" for stand in missing if (cell := reading_of(now.board, stand).cell)]
    return wording.say("to_lay", listed=", ".join(placed)) if placed else None
