"""Games on a board: its cells, the position agreed on, what the camera saw go."""
