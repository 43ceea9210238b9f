"""The move audit: how far each stand went in each turn, and how far it might."""
