"""A phone's page in a real Chromium with a camera that is a film: what it sends is what `vedette measure` gets."""

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, expect

from cli.main import main
from web.phone.server import PhoneServer

pytestmark = [pytest.mark.browser, pytest.mark.ci]
HD = Path(__file__).parents[2] / "data" / "scenes" / "hd"
PHONE_APART_CM = 0.05
"""Chromium decodes the film to 4:2:0, and the page codes it anew: some hundredths of a pixel."""

SUMS = """
    window.sums = [];
    const asking = window.fetch;
    window.fetch = async (address, options) => {
        if (options?.body instanceof Blob) {
            const sum = await crypto.subtle.digest("SHA-256", await options.body.arrayBuffer());
            sums.push(Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, "0")).join(""));
        }
        return asking(address, options);
    };
"""

CALL = """
    window.asked = window.taken = 0;
    window.shown = "visible";
    Object.defineProperty(document, "visibilityState", { get: () => shown });
    const giving = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
        asked += 1;
        if (taken > 0) {
            taken -= 1;
            throw new DOMException("in use", "NotReadableError");
        }
        return giving(wanted);
    };
    window.show = (how) => {
        shown = how;
        document.dispatchEvent(new Event("visibilitychange"));
    };
    window.end = () => {
        for (const track of document.querySelector("video").srcObject.getTracks()) {
            track.stop();
            track.dispatchEvent(new Event("ended"));
        }
    };
    window.until = async (so) => {
        const end = Date.now() + 20_000;
        while (!so()) {
            if (Date.now() > end) throw new Error(`it did not come to that: ${so}`);
            await new Promise((done) => setTimeout(done, 50));
        }
    };
"""


def measured(picture: Path, table: Path) -> dict[str, np.ndarray]:
    roster = HD / "ambush-0.roster.toml"
    asked = ["measure", str(picture), "--table", str(table), "--roster", str(roster), "--json"]
    said = CliRunner().invoke(main, asked)
    assert said.exit_code == 0, said.output
    return {stand["name"]: np.array([stand["x"], stand["y"]]) for stand in json.loads(said.stdout)["stands"]}


def table_of(folder: Path) -> Path:
    pictures = [str(HD / f"charuco-{k:02}.jpg") for k in range(0, 18, 2)]
    board = ["--squares", "11x8", "--square-cm", "2.4", "--marker-cm", "1.8"]
    camera, table = str(folder / "camera.toml"), folder / "table.toml"
    made = CliRunner().invoke(main, ["calibrate", "camera", *pictures, *board, "--out", camera])
    assert made.exit_code == 0, made.output
    frame = str(HD / "ambush-0.frame.toml")
    asked = ["calibrate", "table", str(HD / "ambush-0.jpg"), "--camera", camera, "--frame", frame, "--out", str(table)]
    made = CliRunner().invoke(main, asked)
    assert made.exit_code == 0, made.output
    return table


def test_a_phones_pictures_are_what_is_measured(launch, tmp_path, monkeypatch):
    film = tmp_path / "table.mjpeg"
    film.write_bytes((HD / "ambush-0.jpg").read_bytes() * 3)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    out = tmp_path / "out"
    asked = [sys.executable, "-m", "cli.main", "capture", "--camera", "phone:", "--format", "jpg", "--out", str(out)]
    with subprocess.Popen(asked, stderr=subprocess.PIPE, text=True) as capturing:
        assert capturing.stderr is not None
        address = re.search(r"https://\S+", capturing.stderr.readline())
        assert address is not None
        sent = sent_pictures(launch, address[0], film, capturing)
    assert capturing.returncode == 0
    (saved,) = out.glob("*.jpg")
    assert hashlib.sha256(saved.read_bytes()).hexdigest() in sent
    # The very pixels that the page sent are those that are measured; they show the table as the camera saw it.
    table = table_of(tmp_path)
    through_phone, before = measured(saved, table), measured(HD / "ambush-0.jpg", table)
    assert through_phone.keys() == before.keys()
    assert max(np.linalg.norm(through_phone[name] - before[name]) for name in before) < PHONE_APART_CM
    picture = cv2.imread(str(saved))
    assert picture is not None
    assert picture.shape == (1080, 1920, 3)


def sent_pictures(launch: Callable[..., Browser], address: str, film: Path, until: subprocess.Popen[str]) -> set[str]:
    """Let a phone whose camera shows the film send until the program ends; return the sums of what it sent."""
    phone = launch(
        "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    )  # fmt: skip
    page = phone.new_page(ignore_https_errors=True, viewport={"width": 390, "height": 844})
    page.add_init_script(SUMS)
    page.goto(address)
    page.get_by_role("button", name="Use this phone's camera").click()
    expect(page.get_by_role("status")).to_contain_text(re.compile("pictures? sent, 1920 x 1080"))
    assert until.wait(60) == 0
    sent = page.evaluate("sums")
    phone.close()
    return set(sent)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PhoneServer]:
    opened = PhoneServer(tmp_path / "phone")
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("ended", "late"), [(True, 0), (True, 2), (False, 0)], ids=["taken", "free a little later", "only left"]
)
def test_it_comes_back_after_a_call(launch, server: PhoneServer, ended: bool, late: int) -> None:
    """The page is hidden and its camera's track ends; shown again it sends pictures, though nobody taps."""
    phone = launch("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
    page = phone.new_page(ignore_https_errors=True, viewport={"width": 390, "height": 844})
    page.add_init_script(SUMS + CALL)
    with server.source() as source:
        page.goto(server.address)
        page.get_by_role("button", name="Use this phone's camera").click()
        expect(page.get_by_role("status")).to_contain_text(re.compile("pictures? sent"))
        page.evaluate("show('hidden')")
        page.evaluate("end()" if ended else "document.querySelector('video').pause()")
        assert page.evaluate("asked") == 1, "nothing is asked of a camera that somebody telephones with"
        page.evaluate(f"window.taken = {late}; window.before = sums.length; show('visible')")
        page.evaluate("until(() => sums.length > before + 1 && !document.querySelector('video').paused)")
        assert page.evaluate("asked") == (2 + late if ended else 1)
        expect(page.get_by_role("status")).to_contain_text(re.compile("pictures sent"))
        expect(page.get_by_role("button", name="Use this phone's camera")).to_be_hidden()
        sent = set[str]()
        while not sent & set(page.evaluate("sums.slice(before)")):  # what came before the call may wait there still
            frame = source.read()
            assert frame is not None
            assert frame.jpeg is not None
            sent.add(hashlib.sha256(frame.jpeg.data).hexdigest())
    phone.close()
