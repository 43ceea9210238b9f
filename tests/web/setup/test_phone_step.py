"""A phone chosen in the camera step: its address is shown at once, its pictures come when somebody has opened it."""

import ssl
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import pytest
from flask.testing import FlaskClient
from hand_clock import HandClock

from referee.setup.shelf import Shelf
from vision.camera_identity import CameraIdentity
from web.phone.server import PhoneServer
from web.setup.session import SetupSession
from web.site import Site


@pytest.fixture
def phoned(tmp_path: Path, site: Site) -> Iterator[SetupSession]:
    made = SetupSession(
        Shelf(tmp_path / "shelf"), HandClock(), begin=site.begin, threads=False,
        open_phone=lambda: PhoneServer(tmp_path / "phone"),
    )  # fmt: skip
    site.open(made)
    yield made
    made.close()


@pytest.mark.ci
def test_a_phone_is_not_waited_for_and_then_seen(
    phoned: SetupSession, browse: Callable[..., FlaskClient], shots: Path, tmp_path: Path
) -> None:
    client = browse()
    known_id = str(client.post("/api/setup/new", json={"game": "ambush", "language": "en"}).get_json()["id"])
    at = f"/api/setup/{known_id}"
    assert client.get(f"{at}/cameras").get_json()["phone"] == {"address": None, "qr": None, "chosen": False}
    assert client.post(f"{at}/camera", json={"kind": "phone"}).status_code == 200
    told = client.get(f"{at}/cameras").get_json()["phone"]
    assert told["chosen"]
    assert told["address"].startswith("https://")
    assert told["qr"].startswith("data:image/svg+xml")
    assert phoned.capture_loop is not None
    phoned.capture_loop.step()
    assert "open https://" in client.get(f"{at}/state").get_json()["live"]["reason"]

    sent = cv2.imencode(".jpg", cv2.imread(str(shots / "table-0.png")))[1].tobytes()
    port_path = told["address"].split(":")[2]
    context = ssl.create_default_context(cadata=(tmp_path / "phone" / "authority.crt").read_text())
    with urllib.request.urlopen(f"https://127.0.0.1:{port_path}picture", sent, context=context) as answer:
        assert answer.status == 204
    said = urllib.request.Request(
        f"https://127.0.0.1:{port_path}camera", b'{"name": "Back Camera"}', {"Content-Type": "application/json"}
    )
    urllib.request.urlopen(said, context=context).close()
    phoned.capture_loop.step()
    assert phoned.identity(phoned.setup(known_id)) == CameraIdentity(kind="phone", name="Back Camera")
    frame = phoned.frame()
    assert frame.jpeg is not None
    assert frame.jpeg.data == sent
    assert phoned.setup(known_id).source.camera == "phone:"  # type: ignore[union-attr]
