"""Who may do what in the hall: the links by which people and tables come in, and the hall's PIN."""

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, get_args

from sqlalchemy import Connection, Delete, delete, insert, select

from referee.club.record import Club
from referee.club.schema import GUEST, SETTING
from table.errors import BadInput
from table.names import MOST

GuestRole = Literal["organiser", "referee", "table", "player", "spectator"]
ROLES: tuple[GuestRole, ...] = get_args(GuestRole)
PRINTED = ""
"""The name of the organiser who has the link that the hall prints when it starts."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Who comes in by a link: the role, and the name; a table's name is its place."""

    role: GuestRole
    name: str


class GuestList:
    """The invitations of a club, in its database: of a link only what its secret hashes to is kept there."""

    def __init__(self, club: Club) -> None:
        self._club = club

    def invite(self, role: GuestRole, name: str) -> str:
        """Return the secret of a new link; one that the same name had for the same role lets nobody in any more.

        Raises BadInput for a name that is none.
        """
        found = " ".join(name.split())
        if not 0 < len(found) <= MOST:
            raise BadInput("a name has 1 to {most} letters", most=MOST)
        return self._draw(role, found)

    def print_organisers(self) -> str:
        """Return the secret of the organiser's link for this start; that of the start before counts no more."""
        return self._draw("organiser", PRINTED)

    def find(self, secret: str) -> Guest | None:
        """Return who comes by a secret; None for one that is not good, or not any more."""
        with self._club.reading() as connection:
            row = connection.execute(select(GUEST).where(GUEST.c.secret == hashed_secret(secret))).first()
        return None if row is None else Guest(row.role, row.name)

    def everybody(self) -> list[Guest]:
        """Return who is invited, by roles and names."""
        with self._club.reading() as connection:
            rows = connection.execute(select(GUEST.c.role, GUEST.c.name))
            found = [Guest(row.role, row.name) for row in rows]
        return sorted(found, key=lambda one: (ROLES.index(one.role), one.name.casefold()))

    def revoke(self, role: GuestRole, name: str) -> bool:
        """Let nobody in by this invitation any more; say whether there was one."""
        with self._club.writing() as connection:
            Club.tell(connection, "guests")
            return bool(connection.execute(_of(role, name)).rowcount)

    def setting(self, name: Literal["pin", "address"]) -> str | None:
        """Return what is kept of the hall: its PIN's hash, or the address it was served at last; None where nothing."""
        with self._club.reading() as connection:
            found = connection.execute(select(SETTING.c.value).where(SETTING.c.name == name)).scalar()
        return None if found is None else str(found)

    def keep_setting(self, name: Literal["pin", "address"], value: str | None) -> None:
        """Keep it, or with None no more."""
        with self._club.writing() as connection:
            connection.execute(delete(SETTING).where(SETTING.c.name == name))
            if value is not None:
                connection.execute(insert(SETTING).values(name=name, value=value))

    def _draw(self, role: GuestRole, name: str) -> str:
        secret = secrets.token_urlsafe(16)
        with self._club.writing() as connection:
            Club.tell(connection, "guests")
            connection.execute(_of(role, name))
            connection.execute(insert(GUEST).values(role=role, name=name, secret=hashed_secret(secret)))
        return secret


def guest_link(hall: str, secret: str) -> str:
    """Return the link by which a guest comes into the hall at that address."""
    return f"{hall}in/{secret}"


def secrets_of(connection: Connection) -> frozenset[str]:
    """Return the secrets by which somebody may come in now, hashed."""
    return frozenset(connection.execute(select(GUEST.c.secret)).scalars())


def _of(role: GuestRole, name: str) -> Delete:
    return delete(GUEST).where(GUEST.c.role == role, GUEST.c.name == name)


def hashed_secret(secret: str) -> str:
    """Return what is kept of a secret: drawn of 128 bits, it needs no slow hash."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()
