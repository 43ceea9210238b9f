"""The address that links and codes give to phones: the computer's of this moment, not that of the start."""

import io
from pathlib import Path

import pytest
import segno
from kept_session import kept_session, shoot

from cli.page_server import Serving
from web import network
from web.app import create_app
from web.doors.door import Door

SERVED = dict.fromkeys(("behind", "mirror", "picture", "surroundings", "keep", "pin"))


def code_of(address: str) -> bytes:
    """Return the QR code of an address as the spectators' page draws it."""
    drawn = io.BytesIO()
    segno.make(address, micro=False).save(drawn, kind="svg", border=3, light="#fff", dark="#000", omitsize=True)
    return drawn.getvalue()


def test_links_and_codes_follow_the_computer_to_another_network(tmp_path: Path) -> None:
    now: list[str | None] = [None]
    with kept_session(tmp_path / "match.sqlite") as session:
        shoot(session, "Miller", "Weber", 5, 6)
        door = Door({"us": "Americans", "de": "Germans"}, lambda: 0.0, lambda: now[0])
        browser = create_app(session, ("localhost",), door).test_client()
        assert browser.get("/watch/qr.svg").status_code == 404
        for host in ("192.168.1.7", "10.0.0.7"):
            now[0] = f"http://{host}:8470/"
            assert browser.get("/watch/qr.svg").data == code_of(f"http://{host}:8470/watch")
            assert f"http://{host}:8470/join/" in browser.get("/join").text
            assert f"http://{host}:8470/evidence/2" in browser.get("/evidence/2").text


@pytest.mark.parametrize("lan", [True, False])
def test_only_with_lan_the_door_has_this_computers_address(monkeypatch: pytest.MonkeyPatch, lan: bool) -> None:
    now: list[str | None] = [None]
    monkeypatch.setattr(network, "lan_address", lambda: now[0])
    door = Serving(port=None, lan=lan, no_browser=True, frames_mb=500, embed=(), **SERVED).door({}, 8471)  # type: ignore[arg-type]
    assert door.place() is None
    now[0] = "192.168.1.7"
    assert door.place() == ("http://192.168.1.7:8471/" if lan else None)
    now[0] = "10.0.0.7"
    assert door.place() == ("http://10.0.0.7:8471/" if lan else None)
