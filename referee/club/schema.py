"""The club's tables in its database, the same on SQLite and PostgreSQL; `migrations` makes and changes them."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

from referee.journal.schema import entry_columns

metadata = MetaData()

MATCH = Table(
    "club_match", metadata,
    Column("match", String(64), primary_key=True),  # the seal of its first entry: no other match has it
    Column("place", String(80), nullable=False),  # the table it is played at
    Column("game", String(40), nullable=False),
    Column("title", Text, nullable=False),
    Column("opened", String(40), nullable=False),
    Column("length", Integer, nullable=False),
    Column("head", String(64), nullable=False),  # the newest entry's seal
    Column("last", String(40), nullable=False),  # and its time
    Column("grown", Integer, nullable=False),  # the larger the later it grew, whatever the tables' clocks say
)  # fmt: skip
ENTRY = Table(
    "club_entry", metadata,
    Column("match", String(64), ForeignKey(MATCH.c.match), primary_key=True),
    *entry_columns(),
)  # fmt: skip
"""The entries of every match as its own journal has them. They are only added to: the database itself refuses more."""
PLAYER = Table(
    "club_player", metadata,
    Column("player", Integer, primary_key=True, autoincrement=False),  # the number that stays his
    Column("name", String(80), nullable=False, unique=True),
)  # fmt: skip
SEAT = Table(
    "club_seat", metadata,
    Column("match", String(64), ForeignKey(MATCH.c.match), primary_key=True),
    Column("side", String(80), primary_key=True),
    Column("player", Integer, ForeignKey(PLAYER.c.player), nullable=False),
    Column("army", String(80), nullable=False),
)  # fmt: skip
"""Who played which side of a match with which army. Names are kept nowhere else: no entry of a match has one."""
GUEST = Table(
    "club_guest", metadata,
    Column("role", String(20), primary_key=True),
    Column("name", String(80), primary_key=True),  # a table's is its place
    Column("secret", String(64), nullable=False, unique=True),  # its SHA-256: the link itself is kept nowhere
)  # fmt: skip
SETTING = Table(
    "club_setting", metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)  # fmt: skip
TOLD = Table(
    "club_told", metadata,
    Column("receiver", String(200), primary_key=True),  # of events: a webhook's or a broker's address
    Column("match", String(64), ForeignKey(MATCH.c.match), primary_key=True),
    Column("length", Integer, nullable=False),  # so many of its entries it was told
)  # fmt: skip
RESULT = Table(
    "club_result", metadata,
    Column("match", String(64), ForeignKey(MATCH.c.match), primary_key=True),
    Column("side", String(80), primary_key=True),
    Column("length", Integer, nullable=False),  # how many entries the match had when this was worked out
    Column("result", String(20), nullable=False),
    Column("won", Boolean, nullable=False),
    Column("score", Float),
    Column("expected", Float, nullable=False),
    Column("gained", Float, nullable=False),
    Column("throws", Integer, nullable=False),
    Column("untried", Integer, nullable=False),
    Column("dice", Text, nullable=False),  # by who threw them and the face, as JSON
)  # fmt: skip
"""What a finished match came to for each side: worked out from its entries, and anew whenever that is wanted."""
EVENING = Table(
    "club_evening", metadata,
    Column("evening", Integer, primary_key=True, autoincrement=False),
    Column("name", String(80), nullable=False),
    Column("form", String(20), nullable=False),  # swiss, round-robin, rota
    Column("minutes", Integer, nullable=False),  # of a round
    Column("reset_minutes", Integer, nullable=False),  # between two rounds
    Column("tables", Text, nullable=False),  # their names, one a line
    Column("opened", String(40), nullable=False),
    Column("changed", Integer, nullable=False),  # grows with every change of it
)  # fmt: skip
ENTRANT = Table(
    "club_entrant", metadata,
    Column("evening", Integer, ForeignKey(EVENING.c.evening), primary_key=True),
    Column("player", Integer, ForeignKey(PLAYER.c.player), primary_key=True),
    Column("seed", Integer, nullable=False),
    Column("since", Integer, nullable=False),  # the first round that he plays
    Column("left", Integer),  # the first that he does not any more
)  # fmt: skip
ROUND = Table(
    "club_round", metadata,
    Column("evening", Integer, ForeignKey(EVENING.c.evening), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("length_s", Integer, nullable=False),
    Column("ran_s", Integer, nullable=False),  # before it was paused last
    Column("since", String(40)),  # when its clock was started last; nothing while it stands
    Column("over", String(40)),
    Column("scenario", String(120), nullable=False),  # GAME/FILE of one that comes with its game, or nothing
    Column("grown", Integer, nullable=False),  # a match that grew no more since the pairing is none of this round
)  # fmt: skip
PAIRING = Table(
    "club_pairing", metadata,
    Column("evening", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("place", String(80)),  # the table; nothing for a bye
    Column("first", Integer, ForeignKey(PLAYER.c.player), nullable=False),
    Column("second", Integer, ForeignKey(PLAYER.c.player)),
    Column("match", String(64), ForeignKey(MATCH.c.match)),
    ForeignKeyConstraint(("evening", "round"), (ROUND.c.evening, ROUND.c.round)),
)  # fmt: skip
OUTCOME = Table(
    "club_outcome", metadata,
    Column("evening", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),  # the highest counts; the others are kept
    Column("outcome", String(10), nullable=False),  # first, second, draw; open: taken back
    Column("typed_by", String(80)),  # nothing: it came from the table's match
    Column("at", String(40), nullable=False),
    ForeignKeyConstraint(
        ("evening", "round", "number"), (PAIRING.c.evening, PAIRING.c.round, PAIRING.c.number)
    ),
)  # fmt: skip
CALL = Table(
    "club_call", metadata,
    Column("match", String(64), ForeignKey(MATCH.c.match), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the entry that it is
    Column("time", String(40), nullable=False),
    Column("about", String(200), nullable=False),
    Column("appeal", Integer),  # against the ruling of this entry
    Column("wanted", String(80), nullable=False),  # whom an appeal goes to by name
    Column("address", String(200), nullable=False),  # of the table's own page
    Column("taken", String(80), nullable=False),  # who comes
    Column("open", Boolean, nullable=False),
)  # fmt: skip
"""Calls of a referee: what the entries say, and what the hall's referees did of it."""
REPORT = Table(
    "club_report", metadata,
    Column("match", String(64), ForeignKey(MATCH.c.match), primary_key=True),
    Column("told", Text, nullable=False),
    Column("picture", LargeBinary, nullable=False),
    Column("heard_s", Float, nullable=False),  # by the database's own clock
    Column("changed", Integer, nullable=False),
    Column("picture_number", Integer, nullable=False),  # changes with the picture; 0 without one
)  # fmt: skip
"""What each table's camera says now; the newest only, and no part of any match."""
