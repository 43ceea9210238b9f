"""What the chosen stand may do on a board, as the page shows it: where it may go, on whom and how it may act."""

from typing import Any

from referee.ruling_view import ruling_view
from referee.words.board_notation import steps_written
from referee.words.sentences import deciding_check
from rules.action import listed
from rules.board_cells import label_of
from rules.board_play import Battle, Choice, Course, Destination, LegalAct, Target, Turn
from web.board_words import BoardWording


def choice_view(choice: Choice, wording: BoardWording) -> dict[str, Any]:
    """Return what the chosen stand may do; with steps, the turn as far as it was put together."""
    return {
        "actor": choice.actor,
        "at": choice.at,
        "title": ": ".join(part for part in (choice.at, choice.actor and wording.called(choice.actor)) if part),
        "facts": [wording.fact(said) for said in choice.facts],
        "options": [_option(there, wording) for there in choice.destinations],
        "targets": [_target(target, wording) for target in choice.targets],
        "acts": [wording.act(act) for act in choice.acts],
        "rings": [{"cells": list(ring.cells), "label": wording.fact(ring.said)} for ring in choice.rings],
        "battle": None if choice.battle is None else _battle(choice.battle, wording),
        "steers": choice.steers,
        "course": None if choice.course is None else _course(choice.course, wording),
        "helpers": list(choice.helpers),
        "gathered": wording.named(choice.gathered),
        "refusal": None if choice.refused is None else _refusal(choice.refused, choice.path, wording),
        **({} if choice.turn is None else _turn(choice.turn, choice.at, wording)),
    }


def _turn(turn: Turn, at: str, wording: BoardWording) -> dict[str, Any]:
    return {
        "at": at or None,
        "steps": [dict(step) for step in turn.steps],
        "left": turn.left,
        "notation": steps_written(turn.steps, turn.taken.values(), language=wording.language),
        "action": turn.action,
        "moved": [{"name": name, "to": cell} for name, cell in turn.moved.items()],
        "taken": list(turn.taken),
        "movable": list(turn.movable),
    }


def _option(there: Destination, wording: BoardWording) -> dict[str, Any]:
    cell = label_of(there.cell, wording.language)
    short = ", ".join([_short(there, wording), *(wording.say(f"note_{note}") for note in there.notes)])
    told = {"cell": there.cell, "label": cell, "kind": there.kind, "short": short, "said": f"{cell}: {short}"}
    if wording.kind == "squares":
        return {**told, "steps": [dict(step) for step in there.steps], "squares": there.cost}
    return {
        **told, "cost": _whole(there.cost), "notes": list(there.notes), "path": list(there.path),
        "action": dict(there.action),
    }  # fmt: skip


def _short(there: Destination, wording: BoardWording) -> str:
    """Return how it goes there, and how many cells that takes."""
    if wording.kind == "squares":
        return wording.say("going_squares", count=there.cost, word=wording.say(f"going_{there.kind}"))
    return wording.say("going_place") if there.kind == "place" else _hexes_said(there.cost, wording)


def _hexes_said(count: float, wording: BoardWording) -> str:
    return wording.say("going_cost", count=count)


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number


def _course(course: Course, wording: BoardWording) -> dict[str, Any]:
    """Return a way put together from hex to hex: what it has cost at the end of each leg, and what happens there."""
    legs, spent = [], 0.0
    for leg in course.legs:
        spent += leg.cost
        said = ", ".join([_hexes_said(leg.cost, wording), *(wording.fact(each) for each in leg.said)])
        legs.append({"to": leg.to, "cost": _whole(leg.cost), "spent": _whole(spent), "said": said})
    total = wording.say("course_cost", cost=course.cost, budget=course.budget)
    guns = wording.named(course.guns)
    return {**wording.act(course.act), "path": list(course.path), "legs": legs, "total": total, "guns": guns}


def _target(target: Target, wording: BoardWording) -> dict[str, Any]:
    ways = [{**wording.act(way.act), "gathers": way.gathers} for way in target.ways]
    return {
        "name": target.name, "cell": target.cell, "label": f"{target.cell}: {wording.called(target.name)}",
        "ways": ways, "said": ", ".join(way["sentence"] for way in ways if way["allowed"]),
    }  # fmt: skip


def _battle(battle: Battle, wording: BoardWording) -> dict[str, Any]:
    return {
        **wording.act(battle.act),
        "attackers": wording.named(battle.attackers), "targets": wording.named(battle.targets),
        "said": [wording.fact(said) for said in battle.said],
    }  # fmt: skip


def _refusal(refused: LegalAct, path: tuple[str, ...], wording: BoardWording) -> dict[str, Any]:
    """Return what was asked for and is not allowed: ``path`` is the way it would have taken, or its last step."""
    view = ruling_view(refused.ruling, titles=wording.titles, language=wording.language)
    check = deciding_check(refused.ruling)
    return {
        "action": dict(refused.action), "path": list(path),
        "steps": [dict(step) for step in listed(refused.action, "steps")[-1:]],
        "notation": wording.notation(refused.ruling.game, refused.action),
        "word": view["word"], "tone": view["tone"], "sentence": view["sentence"],
        "clause": check.clause if check else "",
    }  # fmt: skip
