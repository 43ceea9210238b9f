"""A webhook of Vedette's: keeps what happens at one table in a file, a line of JSON an event (docs/events.md).

VEDETTE_WEBHOOK_SECRET=... python webhook.py PORT TABLE FILE
"""

import base64
import hmac
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

PORT, TABLE, FILE = int(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
SECRET = os.environ["VEDETTE_WEBHOOK_SECRET"].encode()
had = set()


class Webhook(BaseHTTPRequestHandler):
    """Takes one event a request."""

    def do_POST(self) -> None:
        """Keep it, if it is Vedette's and new."""
        body = self.rfile.read(int(self.headers["content-length"]))
        event_id, stamp = self.headers["webhook-id"], self.headers["webhook-timestamp"]
        right = hmac.digest(SECRET, f"{event_id}.{stamp}.".encode() + body, "sha256")
        if not hmac.compare_digest(self.headers["webhook-signature"], f"v1,{base64.b64encode(right).decode()}"):
            self.send_error(403)
            return
        event = json.loads(body)
        if event["place"] == TABLE and event_id not in had:
            had.add(event_id)
            with FILE.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"at": event["at"], "kind": event["kind"], "said": event["said"]}) + "\n")
        self.send_response(204)
        self.end_headers()


HTTPServer(("127.0.0.1", PORT), Webhook).serve_forever()
