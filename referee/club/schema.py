"""The club's tables in its database, the same on SQLite and PostgreSQL; `migrations` makes and changes them."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, MetaData, String, Table, Text

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
