"""A name that cannot be is refused in words of the reader's language, without a key of the program's."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from web.setup.session import SetupSession

MATCH = {"game": "ambush", "title": "Friday", "language": "it", "units": "cm", "side_1": " ", "side_2": "Germans"}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "a name must not be blank: write one"), ("it", "un nome non può essere vuoto: scrivine uno"),
        ("es", "un nombre no puede estar en blanco: escribe uno"),
    ],
)  # fmt: skip
def test_a_blank_side_is_refused_in_words(
    setup_session: SetupSession, browse: Callable[..., FlaskClient], language: str, said: str
) -> None:
    client = browse()
    client.set_cookie("vedette_language", language)
    made = client.post("/api/setup/new", json={"game": "ambush", "language": language})
    assert made.json is not None
    answer = client.post(f"/api/setup/{made.json['id']}/match", json=MATCH)
    assert answer.json is not None
    assert (answer.status_code, answer.json["error"]) == (400, said)
