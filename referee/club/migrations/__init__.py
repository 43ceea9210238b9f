"""The club's database, one change after another; Alembic runs them."""
