"""What the journal's notes about shots are about."""

PROPOSED, ANSWERED, LOST = "shot proposed", "shot answered", "shots lost"
