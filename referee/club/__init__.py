"""Many matches in one database: what each table of a club sends on, and what the hall reads."""
