"""Good requests for every route of a server, with the names, numbers and places of the match that it shows."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote

from serving_client import Answer, Client, LostError
from serving_house import HALL, WIZARD
from serving_routes import HALL_PAGES, Route, routes_of, wizard_routes

JSON = "application/json"
STEPS = ("match", "camera", "sheets", "lens", "table", "heights", "check", "terrain", "roster", "play")
NAMES = ("actor", "target", "vehicle", "stand", "name", "group", "supports", "others", "targets", "attackers", "units",
         "holds", "comrades")  # fmt: skip
CELLS = ("to", "from", "at", "via", "hexes")


@dataclass(frozen=True, slots=True)
class Ask:
    """A request that is about to be made."""

    route: Route
    path: str
    body: Any = None


@dataclass
class Asks:
    """Makes requests of what the answers so far have told."""

    routes: tuple[Route, ...]
    dice: Random
    view: dict[str, Any] = field(default_factory=dict)
    may: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    verbs: tuple[str, ...] = ()
    faces: tuple[int | str, ...] = (1, 2, 3, 4, 5, 6)
    known_ids: list[str] = field(default_factory=list)

    def learn(self, answer: Answer) -> None:
        """Take in what an answer tells of the match."""
        told = answer.data() if answer.status == 200 and answer.headers.get("content-type") == JSON else None
        if isinstance(told, dict):
            if told.get("table") and "redo" in told and "versions" in told:  # the referee's, of now
                self.view = told
            elif "may" in told and told.get("may"):
                self.may[str(told["stand"])] = told["may"]

    def any(self, role: str = "referee") -> Ask:
        """Return a good request for one of the routes that this role may use."""
        return self.of(self.dice.choice([route for route in self.routes if route.open_to(role)]))

    def of(self, route: Route) -> Ask:
        """Return a good request for this route."""
        path = re.sub(r"\{(\w+)\}", lambda named: quote(str(self._in_path(named[1])), safe=""), route.path)
        return Ask(route, path, None if route.schema is None else self.value(route.schema, ""))

    def _in_path(self, name: str) -> Any:
        if name == "number":
            return self.dice.randint(1, max(1, min(self._entries, 400)))
        known = {
            "name": self._name, "what": lambda: self.dice.choice([*self._sides, "watch", "referee"]),
            "form": lambda: self.dice.choice(("txt", "text", "csv", "jsonl")), "token": lambda: "no-such-token",
            "when": lambda: self.dice.choice(("before", "after")), "known_id": lambda: self._pick(self.known_ids, "00"),
            "key": lambda: self.dice.choice(STEPS), "filename": lambda: self.dice.choice(("session.js", "page.css")),
            "which": lambda: self.dice.choice(("all", "frame", "markers", "lens")),
            "match": lambda: self._pick(self.known_ids, "00")[:8], "secret": lambda: "no-such-secret",
            "part": lambda: self.dice.choice(("ruling", "score", "turn", "table", "all")),
        }  # fmt: skip
        return known[name]()

    def value(self, schema: Mapping[str, Any], key: str) -> Any:  # noqa: PLR0911
        """Return a value that fits a JSON schema; of things that the match has, one of its own."""
        if options := schema.get("anyOf"):
            return self.value(self.dice.choice(options), key)
        if "const" in schema or "enum" in schema:
            return schema.get("const") or self.dice.choice(schema["enum"])
        if key == "action" and self.may and self.dice.random() < 0.8:
            return self.action()
        if key == "pieces" and self.view.get("pieces"):
            return [{**piece, "height_cm": 0.0} for piece in self.view["pieces"]]
        match schema.get("type"):
            case "object":
                return self._object(schema)
            case "array":
                return self._array(schema, key)
            case "string":
                return self._string(schema, key)
            case "boolean":
                return self.dice.random() < 0.5
            case "integer" | "number":
                return self._number(schema, key)
        return None

    def action(self) -> dict[str, Any]:
        """Return an action that the rules have been heard to offer, with something for all that it asks."""
        it = self.dice.choice(self.dice.choice(list(self.may.values())))
        action = {"type": it["verb"], **it["action"]}
        for asked in self.dice.choice(it["asks"] or [[]]):
            action[asked] = {
                "target": lambda it=it: self._pick(it["targets"], self._name()), "vehicle": self._name,
                "point": self._place, "path": lambda: [self._place() for _ in range(3)],
                "steps": lambda: [{"from": self._cell(), "to": self._cell()}], "to": self._cell,
                "wheel": lambda: {"pivot": "left", "degrees": 30}, "turn": lambda: 45, "form": lambda: "line",
            }.get(asked, lambda: 1)()  # fmt: skip
        return action

    def _object(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        needed, made = schema.get("required", ()), {}
        for name, of in schema.get("properties", {}).items():
            if name in needed or (name != "seen" and self.dice.random() < 0.3):
                made[name] = self.value(of, name)
        if isinstance(of := schema.get("additionalProperties"), dict):
            made["a"] = self.value(of, "")
        return made

    def _array(self, schema: Mapping[str, Any], key: str) -> list[Any]:
        if of := schema.get("prefixItems"):
            return self._place() if len(of) == 2 else [self.value(each, key) for each in of]
        least = schema.get("minItems", 0)
        count = self.dice.randint(least, max(least, min(schema.get("maxItems", 4), 4)))
        return [self.value(schema.get("items", {}), key) for _ in range(count)]

    def _string(self, schema: Mapping[str, Any], key: str) -> str:
        if key in NAMES:
            return self._name()
        if key in CELLS or (key == "path" and self._cells):
            return self._cell()
        undecided = ((self.view.get("ruling") or {}).get("undecided") or {}).get("name")
        known = {
            "side": self._pick(self._sides, "us"), "type": self._pick(self.verbs, "move"),
            "clause": undecided or "A2.4",
            "verb": self._pick(self.view.get("bursts"), "grenade"), "square": f"A-{self.dice.randint(1, 64):02}",
            "kind": self._pick([piece["kind"] for piece in self.view.get("pieces", ())], "wood"), "pin": "000000",
            "match": self._pick(self.known_ids, "00"), "seal": self._pick(self.known_ids, "00"),
            "previous": "0" * 64, "time": "2026-11-21T12:00:00.000+00:00", "picture": "",
            "players": f"P{self.dice.randint(0, 99)}", "tables": f"Table {self.dice.randint(1, 9)}",
        }  # fmt: skip
        return str(known.get(key, "x" * max(schema.get("minLength", 0), 3)))

    def _number(self, schema: Mapping[str, Any], key: str) -> float:
        low = schema.get("minimum", schema.get("exclusiveMinimum", 0))
        high = min(schema.get("maximum", 200), max(200, low))
        if key in ("x", "y"):
            return round(self.dice.uniform(0, 100), 2)
        if key in ("number", "entry"):
            return self.dice.randint(1, max(1, self._entries))
        return self.dice.randint(int(low), int(high)) if schema["type"] == "integer" else self.dice.uniform(low, high)

    @property
    def _entries(self) -> int:
        return int((self.view.get("journal") or {}).get("sequence", 1))

    @property
    def _sides(self) -> list[str]:
        return [side["name"] for side in self.view.get("sides", ())]

    @property
    def _cells(self) -> list[str]:
        return [cell[0] for cell in (self.view.get("board") or {}).get("cells", ())]

    def _pick(self, among: Sequence[str] | None, otherwise: str) -> str:
        return str(self.dice.choice(among)) if among else otherwise

    def _name(self) -> str:
        return self._pick([stand["name"] for stand in self.view.get("stands", ())], "Miller")

    def _cell(self) -> str:
        return self._pick(self._cells, "A1")

    def _place(self) -> list[float]:
        size = self.view.get("table", {"width_cm": 100, "depth_cm": 80})
        return [round(self.dice.uniform(0, size[key]), 2) for key in ("width_cm", "depth_cm")]


async def asks_of(name: str, referee: Client, dice: Random) -> Asks:
    """Return what can be asked of the house of that name, once its referee has looked round in it."""
    if name == WIZARD:
        known = re.findall(r"/setup/([0-9a-f]{4,40})", (await referee.get("/setup")).body.decode())
        return Asks(wizard_routes(), dice, known_ids=list(dict.fromkeys(known)))
    if name == HALL:
        return Asks(routes_of((await referee.get("/api/openapi.json")).data(), HALL_PAGES), dice)
    from rules.registry import game_named  # noqa: PLC0415 - the crowd of a soak needs none of it

    game = game_named(name)
    asks = Asks(
        routes_of((await referee.get("/api/openapi.json")).data()), dice, verbs=tuple(game.verbs),
        faces=tuple(game.die.faces),
    )  # fmt: skip
    asks.learn(answer := await referee.get("/api/view"))
    if "stands" not in asks.view:
        raise LostError(f"the referee was not shown the table: {answer.status} {answer.body[:300]!r}")
    for stand in asks.view["stands"]:
        asks.learn(await referee.get(f"/api/may/{quote(stand['name'], safe='')}"))
    return asks
