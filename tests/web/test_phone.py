"""The phone's page over real HTTPS: who knows its address sends pictures, and nobody else is answered."""

import gc
import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.identity_section import format_identity, parse_identity
from table.errors import BadInput
from vision.camera_identity import CameraIdentity, Difference, difference
from vision.sources.factory import may_come
from vision.sources.frames import SourceLost
from web.phone import server as phone_server
from web.phone.server import PhoneServer

JPEG = cv2.imencode(".jpg", np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8))[1].tobytes()
OTHER = cv2.imencode(".jpg", np.zeros((120, 160, 3), np.uint8))[1].tobytes()


@pytest.fixture(autouse=True)
def _own_ports(monkeypatch: pytest.MonkeyPatch, worker_id: str) -> None:
    """Give each worker of the tests other ports: what another takes meanwhile is another test's."""
    first = phone_server.PORTS[0] + 100 + 20 * int(worker_id.removeprefix("gw") if worker_id != "master" else 9)
    monkeypatch.setattr(phone_server, "PORTS", range(first, first + len(phone_server.PORTS)))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PhoneServer]:
    opened = PhoneServer(tmp_path / "phone")
    yield opened
    opened.close()


def ask(address: str, authority: bytes, body: bytes | None = None, kind: str = "image/jpeg") -> tuple[int, bytes]:
    """Return the status and body of an answer, from whom that authority vouches for."""
    port = address.split(":")[2]
    asked = urllib.request.Request(
        f"https://127.0.0.1:{port}", data=body, headers={"Content-Type": kind, "Accept-Language": "es"}
    )
    try:
        with urllib.request.urlopen(asked, context=ssl.create_default_context(cadata=authority.decode())) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


@pytest.fixture
def asking(server, tmp_path):
    authority = (tmp_path / "phone" / "authority.crt").read_bytes()
    return lambda path="", body=None, kind="image/jpeg": ask(server.address + path, authority, body, kind)


def test_the_newest_picture_is_read_bit_by_bit(server, asking):
    with server.source() as source:
        assert source.state().key == "opening"
        assert f"open {server.address} on the phone" in source.state().text
        assert asking("picture", JPEG)[0] == 204
        frame = source.read()
    assert frame.jpeg is not None
    assert frame.jpeg.data == JPEG


@pytest.mark.parametrize("body", [b"", b"hello", JPEG[:-200], b"\xff\xd8\xff\xd9"])
def test_what_is_no_picture_is_refused_and_the_next_one_taken(server, asking, body):
    with server.source() as source:
        status, said = asking("picture", body)
        assert (status, list(json.loads(said))) == (400, ["error"])
        assert asking("picture", JPEG)[0] == 204
        assert source.read().jpeg.data == JPEG


def test_another_source_of_the_same_phone_goes_on_where_the_first_ended(server, asking):
    with server.source() as first:
        asking("picture", JPEG)
        first.read()
    with server.source() as second:
        assert asking("picture", OTHER)[0] == 204
        assert second.read().jpeg.data == OTHER
    with pytest.raises(SourceLost):
        first.read(0.0)


def test_nobody_without_the_address_is_answered(server, tmp_path):
    authority = (tmp_path / "phone" / "authority.crt").read_bytes()
    token = server.address.split("/")[3]
    for path in ("", "picture", "vedette.crt"):
        assert ask(server.address.replace(token, "0" * 16) + path, authority)[0] == 404
        assert ask(server.address.replace(f"{token}/", "") + path, authority)[0] == 404


def test_what_it_cannot_hold_is_a_warning(server, asking):
    told = {"name": "back", "held": ["focus"], "free": ["exposure"]}
    with server.source() as source:
        assert asking("camera", json.dumps(told).encode(), "application/json")[0] == 204
        asking("picture", JPEG)
        source.read()
        assert source.notes == ("a phone's camera", "back", "held: focus")
        assert source.warnings == ("the phone does not hold its exposure: keep light and distance as they are",)
    assert asking("camera", b'{"held": "all"}', "application/json")[0] == 400


def test_the_page_speaks_the_phones_language(asking):
    status, page = asking()
    assert status == 200
    assert "Usar la cámara de este teléfono" in page.decode()


def test_address_and_certificate_stay_for_tomorrow(tmp_path):
    kept = []
    for _ in range(2):
        server = PhoneServer(tmp_path)
        kept.append((server.address.split("/")[3], (tmp_path / "authority.crt").read_bytes()))
        server.close()
    assert kept[0] == kept[1]
    assert all((path.stat().st_mode & 0o077) == 0 for path in tmp_path.iterdir())


def test_a_damaged_certificate_is_made_anew(tmp_path):
    PhoneServer(tmp_path).close()
    (tmp_path / "authority.key").write_text("nothing")
    (tmp_path / "address.txt").write_text("../..")
    server = PhoneServer(tmp_path)
    assert ask(server.address + "vedette.crt", (tmp_path / "authority.crt").read_bytes())[0] == 200
    server.close()


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        PhoneServer(tmp_path / "file" / "phone")


def test_a_phone_may_come_later():
    assert may_come("phone:")


def test_a_phone_is_known_again_by_the_id_it_was_given(server: PhoneServer, tmp_path: Path) -> None:
    context = ssl.create_default_context(cadata=(tmp_path / "phone" / "authority.crt").read_text())
    address = f"https://127.0.0.1:{server.address.split(':')[2]}"

    def tell(opener: urllib.request.OpenerDirector, zoom: float, **headers: str) -> CameraIdentity | None:
        body = json.dumps({"name": "Back Camera", "zoom": zoom}).encode()
        told = urllib.request.Request(f"{address}camera", body, {"Content-Type": "application/json", **headers})
        with opener.open(told) as answer:
            assert answer.status == 204
        return server.identity

    def phone() -> urllib.request.OpenerDirector:
        opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=context), urllib.request.HTTPCookieProcessor()
        )
        opener.open(address).close()
        return opener

    assert server.identity is None
    mine, other = phone(), phone()
    learned = tell(mine, 1.0)
    assert learned is not None
    assert (learned.kind, learned.name, learned.zoom, learned.weak) == ("phone", "Back Camera", 1.0, False)
    assert parse_identity(format_identity(learned), "taken-with.toml") == learned
    mine.open(address).close()
    assert difference(learned, tell(mine, 1.0)) is None
    assert difference(learned, tell(mine, 2.0)) == Difference("zoom", "1", "2")
    found = difference(learned, tell(other, 1.0))
    assert found is not None
    assert found.key == "another"
    stranger = urllib.request.build_opener(urllib.request.HTTPSHandler(context=context))
    unknown = tell(stranger, 1.0, Cookie="phone=<script>")
    assert unknown is not None
    assert unknown.serial == ""


def test_a_port_that_another_program_has_is_passed_over(server, tmp_path):
    """Nothing is left open of the try: Python would warn of it."""
    other = PhoneServer(tmp_path / "other")
    ports = [int(each.address.split(":")[2].split("/")[0]) for each in (server, other)]
    other.close()
    gc.collect()
    assert ports[1] > ports[0]
