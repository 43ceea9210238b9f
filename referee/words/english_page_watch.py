"""English: the spectators' page."""

from collections.abc import Mapping

WATCH: Mapping[str, str] = {
    "watch": "Watch",
    "full_screen": "Full screen",
    "full_screen_title": "Full screen (F)",
    "watch_phone": "Watch on your phone",
    "last_ruling": "The last ruling",
    "no_ruling_yet": "Nothing has been ruled yet.",
    "score": "Score",
    "news": "What happened",
    "news_none": "Nothing yet.",
    "left": "on the table",
    "lost_count": "lost",
    "lost_who": "Lost: {names}",
    "winner": "{side}: victory!",
    "side_surrendered": "has surrendered",
    "side_defeated": "is beaten",
    "side_fatigue": "fatigue {points}",
}
