"""What a cannon shot did, by the pictures before and after it: who fell, who moved, where the shell lies (M5.6)."""

from vision.falls.film import Began, FilmSeen, Strike, order_of_falls
from vision.falls.follower import FilmFrame
from vision.falls.seen import Fallen, Impact, Moved, ShotSeen
from vision.falls.shot import see_shot

__all__ = [
    "Began", "Fallen", "FilmFrame", "FilmSeen", "Impact", "Moved", "ShotSeen", "Strike", "order_of_falls", "see_shot",
]  # fmt: skip
