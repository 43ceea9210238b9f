"""The watchman: is the camera where it was, the light, the focus, the frame, and are there hands over the table?"""

from vision.watchman.hand_map import HandMap
from vision.watchman.watch import Notice, NoticeKey, Watch
from vision.watchman.watchman import Watchman

__all__ = ["HandMap", "Notice", "NoticeKey", "Watch", "Watchman"]
