"""With "Declare first" on nothing tells all but the referee a distance more finely than the picture shows it."""

import math
import random
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hand_clock import HandClock
from matches import match_at

from referee.journal.entry import payload_text, sealed
from referee.journal.store import Journal
from referee.observation import Observation, TableStatus, Whereabouts
from referee.putting_back.hints import Tolerance, hint
from referee.words.putting_back import way_home
from rules.registry import rule
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from simulation.rehearsal.scene import Scene
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece
from vision.above import PX_PER_CM
from web.app import create_app
from web.cannon_view import _place
from web.doors.door import Door
from web.match_session import MatchSession
from web.rounder import READ_PX, STEP_CM, STEP_DEG, Rounder

NOW = "2026-11-22T20:00:00.000+00:00"
HOST = "192.168.7.5"
SCENES = {"ambush": ("Miller", "Weber"), "yankee": ("Cushing", "Garnett I")}
"""A shot to declare."""
UNSEEN_CM, UNSEEN_DEG = 0.45 * STEP_CM, 0.45 * STEP_DEG
"""So far from where it is told to be a stand may stand, and nobody can know."""
ELSEWHERE = {"doors.join", "doors.qr", "watch.qr", "static", "watching.events", "journal.export", "passport.paper"}
SHEETS = {"evidence.poster", "evidence.paper"}
"""They have their seal on them, and take a second each; what they draw is evidence.table."""


def stepped(value: float, step: float) -> float:
    return round(value / step) * step


def table_of(scene: Scene, seed: int, still: Collection[str]) -> Snapshot:
    """Return the scene's table with all but a few stands, and the terrain, off their steps by what nobody may see."""
    dice, truth = random.Random(seed), scene.truth()

    def off(at: float, step: float = STEP_CM, most: float = UNSEEN_CM) -> float:
        return stepped(at, step) + dice.uniform(-most, most)

    def put(stand: Stand) -> Stand:
        if stand.name in still:
            return replace(stand, sigma_cm=0.015, sigma_deg=0.2)
        heading = off(stand.heading_deg, STEP_DEG, UNSEEN_DEG)
        return replace(stand.moved_to(off(stand.x), off(stand.y), heading), sigma_cm=0.015, sigma_deg=0.2)

    def lay(piece: Piece) -> Piece:
        if piece.name in still:
            return piece
        x, y = piece.polygon[0]
        to_x, to_y = off(x), off(y)
        return replace(piece, polygon=tuple((a + to_x - x, b + to_y - y) for a, b in piece.polygon))

    stands = tuple(map(put, truth.stands))
    return replace(truth, stands=stands, pieces=tuple(map(lay, truth.pieces)))


def named_by(scene: Scene, actor: str, target: str) -> set[str]:
    """Return who and what the ruling on a shot tells of: that is declared, and all may know it."""
    ruling = rule(
        scene.game, scene.truth(), {"type": scene.verb, "actor": actor, "target": target}, settings=scene.settings
    )
    named = {str(told) for check in ruling.checks for told in check.detail.values()}
    return {actor, target, *named, *(shape.label or "" for shape in ruling.geometry)}


def session_on(table: Snapshot, scene: Scene, journal: Journal) -> MatchSession:
    begins = State(tuple(side.name for side in scene.sides), scene.turn)
    match = match_at(table, scene.game, begins, scene.settings, journal)
    observation = Observation(table, TableStatus("still"), jpeg=lambda: b"\xff\xd8\xff\xd9")
    return MatchSession(scene, match, observation, lambda: 5, HandClock().now_s)


class Room:
    """A session in "Declare first" on which one shot was declared and played, with those who look at it."""

    def __init__(self, game: str, seed: int, folder: Path, stack: ExitStack) -> None:
        self.actor, self.target = SCENES[game]
        self.scene = demo_scene(game)
        self.table = table_of(self.scene, seed, named_by(self.scene, self.actor, self.target))
        journal = stack.enter_context(Journal(folder / f"{game}-{seed}.sqlite", write=True, now=lambda: NOW))
        self.session = session_on(self.table, self.scene, journal)
        self.door = Door({side.name: side.title for side in self.scene.sides}, lambda: 0.0, lambda: f"http://{HOST}/")
        self.app: Flask = create_app(self.session, ("localhost", HOST), self.door)
        self.session.act(lambda match: match.choose_mode("reveal"))

    def come(self, who: str) -> FlaskClient:
        client = self.app.test_client()
        client.environ_base["REMOTE_ADDR"] = "127.0.0.1" if who == "referee" else "192.168.7.20"
        if who == "player":
            client.get(f"/join/{self.door.invitations.token(self.session.memory().side)}")
        assert client.get("/api/door").get_json()["role"] == who
        return client

    def said(self, who: str) -> dict[str, Any]:
        """Return what every GET route answers, for every stand and every entry."""
        client, found = self.come(who), {}
        journal = self.session.journal
        assert journal is not None
        head = journal.newest()
        assert head is not None
        for rule_ in self.app.url_map.iter_rules():
            if "GET" not in (rule_.methods or ()) or rule_.endpoint in ELSEWHERE | SHEETS:
                continue
            paths = {rule_.rule}
            if "<name>" in rule_.rule:
                paths = {rule_.rule.replace("<name>", stand.name) for stand in self.table.stands}
            if "<int:number>" in rule_.rule:
                paths = {p.replace("<int:number>", str(n)) for p in paths for n in range(1, head.sequence + 1)}
            for path in paths:
                answer = client.get(path)
                if answer.status_code != 403:
                    found[path] = plain(answer.get_data())
        return found


def plain(data: bytes) -> str | bytes:
    """Return an answer without what differs between any two runs: seals, and the number of a run."""
    try:
        return re.sub(r"\b[0-9a-f]{8,64}\b", "#", data.decode())
    except UnicodeDecodeError:
        return data  # a picture


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Callable[[str, int], Room]]:
    with ExitStack() as stack:
        yield lambda game, seed: Room(game, seed, tmp_path, stack)


def test_the_steps_are_what_the_picture_shows() -> None:
    assert STEP_CM == 0.5
    assert STEP_CM / 2 < READ_PX / PX_PER_CM <= STEP_CM


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("who", ["player", "spectator"])
@pytest.mark.parametrize("game", list(SCENES))
def test_no_route_tells_one_table_from_another_that_looks_alike(
    room: Callable[[str, int], Room], game: str, who: str
) -> None:
    """Two tables differ by less than a step everywhere: whatever told a distance or a sight would differ as well."""
    rooms = room(game, 1), room(game, 2)
    for one in rooms:
        one.session.act(lambda match, one=one: match.declare(one.actor, one.target, one.scene.verb))
        one.session.act(lambda match: match.end_turn() if match.now.open_card is None else None)
    told, other = (one.said(who) for one in rooms)
    assert len(told) > 30
    assert set(told) == set(other)
    leaks = [path for path in told if told[path] != other[path]]
    assert leaks == []
    exact, different = (one.said("referee") for one in rooms)
    assert exact["/api/view"] != different["/api/view"], "the referee goes on seeing all"


@pytest.mark.ci
@pytest.mark.parametrize("game", list(SCENES))
def test_what_one_may_do_tells_nothing_of_where_the_others_stand(room: Callable[[str, int], Room], game: str) -> None:
    made, dice = room(game, 1), random.Random(5)
    client, before = made.come("player"), made.table
    name = made.actor
    told = client.get(f"/api/may/{name}").get_json()
    for _ in range(8):
        places = [stand.centre for stand in before.stands if stand.name != name]
        dice.shuffle(places)
        stands = [stand if stand.name == name else stand.moved_to(*places.pop()) for stand in before.stands]
        made.session.publish(Observation(replace(before, stands=tuple(stands)), TableStatus("still")))
        assert client.get(f"/api/may/{name}").get_json() == told


@pytest.mark.parametrize("who", ["player", "spectator"])
def test_what_is_drawn_keeps_its_shape_and_is_in_steps(room: Callable[[str, int], Room], who: str) -> None:
    made = room("ambush", 1)
    view, exact = (made.come(one).get("/api/view").get_json() for one in (who, "referee"))
    for coarse, fine in zip(view["stands"], exact["stands"], strict=True):
        assert coarse["name"] == fine["name"]
        assert all(value == stepped(value, STEP_CM) for value in (coarse["x"], coarse["y"]))
        assert coarse["heading_deg"] % STEP_DEG == 0
        assert math.dist((coarse["x"], coarse["y"]), (fine["x"], fine["y"])) <= STEP_CM
        assert sides(coarse["rings"]) == pytest.approx(sides(fine["rings"]), abs=0.002)
    for piece, exactly in zip(view["pieces"], exact["pieces"], strict=True):
        assert sides([piece["polygon"]]) == pytest.approx(sides([exactly["polygon"]]), abs=1e-6)


def sides(rings: list[list[list[float]]]) -> list[float]:
    return [math.dist(a, b) for ring in rings for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)]


@pytest.mark.prove
def test_many_frames_tell_an_attacker_no_more_than_one(room: Callable[[str, int], Room]) -> None:
    """The camera trembles; whoever averages what the pages and the journal are told learns no distance by it."""
    made, dice, seen = room("ambush", 3), random.Random(7), []
    client = made.come("spectator")
    for _ in range(120):
        stands = tuple(s.moved_to(s.x + dice.gauss(0, 0.03), s.y + dice.gauss(0, 0.03)) for s in made.table.stands)
        made.session.publish(
            Observation(replace(made.table, stands=stands), TableStatus("still"), jpeg=lambda: b"\xff\xd8\xff\xd9")
        )
        made.session.act(lambda match: match.end_turn())  # each leaves a table in the journal
        for stand in client.get("/api/view").get_json()["stands"]:
            seen.append((stand["name"], stand["x"], stand["y"]))
    journal = made.session.journal
    assert journal is not None
    head = journal.newest()
    assert head is not None
    for number in range(3, head.sequence + 1, 5):
        for stand in client.get(f"/api/journal/{number}").get_json()["stands"]:
            seen.append((stand["name"], stand["x"], stand["y"]))
    means = {}
    for stand in made.table.stands:
        places = [(x, y) for name, x, y in seen if name == stand.name]
        assert len(set(places)) == 1, f"{stand.name} flickers"
        means[stand.name] = tuple(sum(values) / len(values) for values in zip(*places, strict=True))
    errors = []
    for one in made.table.stands:
        for other in made.table.stands:
            if one.name < other.name:
                told = math.dist(means[one.name], means[other.name])
                errors.append(told - math.dist(one.centre, other.centre))
    rms = math.sqrt(sum(error**2 for error in errors) / len(errors))
    # Two places, each anywhere within its step: half a centimetre over the square root of six.
    assert rms == pytest.approx(STEP_CM / math.sqrt(6), rel=0.3)


def test_a_players_way_begins_where_the_stand_is_told_to_be(room: Callable[[str, int], Room]) -> None:
    made = room("ambush", 4)
    client, side = made.come("player"), made.session.memory().side
    stand = next(s for s in made.table.stands if s.side == side and s.kind == "soldier" and s.name != made.actor)
    told = next(s for s in client.get("/api/view").get_json()["stands"] if s["name"] == stand.name)
    assert math.dist((told["x"], told["y"]), stand.centre) > 0.05, "else this would prove nothing"
    way = [[told["x"], told["y"]], [told["x"], told["y"] + 3.0]]
    answer = client.post("/api/match/act", json={"action": {"type": "move", "actor": stand.name, "path": way}})
    assert answer.status_code == 200, answer.get_json()
    measured = answer.get_json()["ruling"]["checks"]
    exact = math.dist(stand.centre, way[1])
    assert any(check["number"] and abs(float(check["number"]["measured"]) - exact) < 0.06 for check in measured)


@pytest.mark.parametrize("who", ["player", "referee"])
def test_a_way_from_nowhere_is_refused_without_telling_a_player_where(
    room: Callable[[str, int], Room], who: str
) -> None:
    made = room("ambush", 4)
    side = made.session.memory().side
    stand = next(s for s in made.table.stands if s.side == side and s.kind == "soldier")
    way = [[stand.x + 5, stand.y], [stand.x + 9, stand.y]]
    answer = made.come(who).post("/api/match/act", json={"action": {"type": "move", "actor": stand.name, "path": way}})
    assert answer.status_code == 400
    assert bool(re.search(r"\d", answer.get_json()["error"])) == (who == "referee")


def test_the_way_home_is_told_in_steps_and_who_is_off_is_never_told_to_be_there() -> None:
    ghost = Stand("Miller", "us", "soldier", 30.1, 24.4, 92.0, 2.5, 2.5, sigma_cm=0.015)
    rounder = Rounder()
    for off_cm, turn, told in ((1.23, 0.0, ["1.0 cm left"]), (0.34, 0.0, ["0.5 cm left"]), (0.0, 4.0, ["turn"])):
        now = ghost.moved_to(ghost.x + off_cm, ghost.y, ghost.heading_deg - turn)
        hinted = rounder.hint(hint(ghost, Whereabouts("Miller", "seen", now), Tolerance()))
        assert hinted.state == "off"
        said = way_home(hinted, "near")
        assert len(said) == 1
        assert told[0] in said[0]
    back = rounder.hint(hint(ghost, Whereabouts("Miller", "seen", ghost.moved_to(30.2, 24.4)), Tolerance()))
    assert (back.state, back.off_cm) == ("back", 0.0)


def test_a_walk_and_where_a_ruling_sends_somebody_are_told_in_steps() -> None:
    rounder = Rounder()
    walked = sealed(5, NOW, "walked", 1, '{"cm":6.27,"side":"us","stand":"Miller","turn":1}', "0" * 64)
    assert rounder.entry(walked).payload["cm"] == 6.5
    went = {"type": "move", "stand": "Miller", "x": 30.17, "y": 24.44, "moved_cm": 6.27}
    confirmed = sealed(6, NOW, "confirmed", 3, payload_text({"effects": [went]}), "0" * 64)
    (told,) = rounder.entry(confirmed).payload["effects"]
    assert (told["x"], told["y"]) == (30.0, 24.5)


def test_the_place_of_a_shell_and_the_banners_round_a_zone_are_as_coarse() -> None:
    banner = (12.3456, 40.6789)
    assert _place(banner, None) == (12.346, 40.679)
    assert _place(banner, Rounder()) == tuple(stepped(value, STEP_CM) for value in banner)
