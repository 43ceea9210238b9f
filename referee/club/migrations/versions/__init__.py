"""Changes of the club's database, in the order of their numbers."""
