"""A webhook: each event is posted to an address, signed as Standard Webhooks say (standardwebhooks.com)."""

import base64
import hmac
import logging
import time
from collections.abc import Callable
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from table.errors import BadInput
from web.answers import adapter_of
from web.hall.events_out.event import ClubEvent, ReceiverAway

ANSWER_S = 10.0
_LATER = frozenset({408, 409, 425, 429})
_LEAST_SECRET = 16
log = logging.getLogger(__name__)


class Webhook:
    """An address that events are posted to as JSON, one a request.

    The header ``webhook-signature`` is ``v1,`` and the base64 of the HMAC-SHA256, by the secret, of
    ``webhook-id.webhook-timestamp.body``. What answers 4xx is told of nothing twice: that event is passed over.
    """

    def __init__(self, url: str, secret: str, now_s: Callable[[], float] = time.time) -> None:
        """Raises BadInput for what is no address, or a secret that is too short to be one."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadInput("{url}: a webhook's address begins with http:// or https://", url=url)
        if len(secret) < _LEAST_SECRET:
            raise BadInput("a webhook's secret has at least {least} letters", least=_LEAST_SECRET)
        self._url, self._secret, self._now_s = url, secret.encode(), now_s
        self.name = f"{parts.scheme}://{parts.hostname}{f':{parts.port}' if parts.port else ''}{parts.path}"[:200]

    def send(self, event: ClubEvent) -> None:
        """Post it; raises ReceiverAway where nobody answers, or the answer says: later."""
        body = adapter_of(ClubEvent).dump_json(event, by_alias=True)
        stamp = str(int(self._now_s()))
        headers = {
            "content-type": "application/json", "user-agent": "Vedette", "webhook-id": event.id,
            "webhook-timestamp": stamp, "webhook-signature": signature(self._secret, event.id, stamp, body),
        }  # fmt: skip
        try:
            with urlopen(Request(self._url, body, headers, method="POST"), timeout=ANSWER_S):  # checked above
                return
        except HTTPError as error:
            error.close()
            if error.code < 400 or error.code >= 500 or error.code in _LATER:
                raise ReceiverAway("it answers {code}", code=error.code) from None
            log.warning("%s refuses event %s of %s: %s", self.name, event.number, event.match, error.code)
        except (OSError, HTTPException) as error:
            raise ReceiverAway("no answer ({why})", why=str(error)) from None

    def close(self) -> None:
        """Do nothing: every event has a connection of its own."""


def signature(secret: bytes, event_id: str, stamp: str, body: bytes) -> str:
    """Return what ``webhook-signature`` says of a request."""
    signed = hmac.digest(secret, b".".join((event_id.encode(), stamp.encode(), body)), "sha256")
    return f"v1,{base64.b64encode(signed).decode()}"
