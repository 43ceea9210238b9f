"""What a cannon shot did, from the pictures before and after it: who fell, who was moved, where the shell lies (M5.6)."""

from vision.falls.seen import Fallen, Impact, Moved, ShotSeen
from vision.falls.shot import see_shot

__all__ = ["Fallen", "Impact", "Moved", "ShotSeen", "see_shot"]
