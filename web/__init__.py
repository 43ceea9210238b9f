"""The page people touch."""
