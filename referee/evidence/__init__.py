"""Evidence: the picture a ruling was made on, and the card that shows it."""
