"""The text of frame, roster, terrain, case and snapshot: to and from dataclasses. Callers open the files."""
