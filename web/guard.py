"""Who may talk to the page: known hosts only, no posts from other sites, nothing but our own scripts."""

import re
from collections.abc import Collection, Container
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request

from table.errors import BadInput
from web.errors import Refused

OVERLAYS = "/overlay/"
MAX_BODY_BYTES = 16 * 1024


def policy(style: str = "'self'", ancestors: str = "'none'") -> str:
    """Return what a page may load, by whose styles it is dressed, and on whose pages it may stand."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            f"style-src {style}",
            "img-src 'self' data:",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            f"frame-ancestors {ancestors}",
        )
    )


def read_origin(text: str) -> str:
    """Return the origin of pages on which the overlays may stand; raises BadInput for what is none."""
    try:
        said = urlsplit(text)
        sound = said.scheme in ("http", "https") and said.hostname and f"{said.scheme}://{said.netloc}" == text
    except ValueError:
        sound = False
    if not sound or not re.fullmatch(r"[\w.:/\[\]-]+", text, re.ASCII):
        raise BadInput(
            "--embed: an origin such as https://club.example, without a path, is wanted, not {text}", text=repr(text)
        )
    return text


def guard(app: Flask, hosts: Container[str], embed: Collection[str] = ()) -> None:
    """Let ``app`` answer only requests for these host names (without port), and set the headers that keep it closed.

    ``hosts`` are in small letters; ``embed`` are the origins on whose pages the overlays may stand.
    """
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    closed = policy()
    # OBS dresses a page by a style that it writes into it; nothing on an overlay can be pressed or typed.
    overlay = policy("'self' 'unsafe-inline'", " ".join(embed) or "'none'")

    @app.before_request
    def check() -> None:
        # A page on another site may point its own name at 127.0.0.1; it cannot choose the Host header's name.
        if _host_name(request) not in hosts:
            raise Refused("this page does not answer to that host name; open the address that Vedette printed")
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            _check_origin(request)

    @app.after_request
    def close(response: Response) -> Response:
        return closed_by(response, overlay if request.path.startswith(OVERLAYS) else closed)


def closed_by(response: Response, allowed: str) -> Response:
    """Return an answer with the headers that keep a page closed; ``allowed`` is its policy."""
    response.headers["Content-Security-Policy"] = allowed
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def _host_name(asked: Request) -> str:
    try:
        return (urlsplit(f"//{asked.headers.get('Host', '')}").hostname or "").lower()
    except ValueError:
        return ""


def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _check_origin(asked: Request) -> None:
    origin = asked.headers.get("Origin")
    if origin is not None and _place(origin) != asked.headers.get("Host", "").lower():
        raise Refused("another site may not act on this table")
    if asked.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise Refused("another site may not act on this table")
    # A form on another site cannot send this type without asking first.
    if asked.mimetype != "application/json":
        raise Refused("acts are sent as application/json", 415)
