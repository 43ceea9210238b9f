"""What Alembic runs for each change: within the transaction that `referee.club.upgrade` has begun."""

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection, version_table="club_version")
context.run_migrations()
