"""English: the pages by which people come in."""

from collections.abc import Mapping

DOORS: Mapping[str, str] = {
    "join_title": "Who comes in",
    "join_how": "Whoever is on the same network points a phone's camera at a code. Players act for their own "
    "side only; who watches can change nothing.",
    "join_alone": "Only this computer can open the table now. To invite phones and tablets, start Vedette with --lan.",
    "join_side": "Play the {side}",
    "join_watch": "Watch",
    "join_referee": "Referee, with the PIN",
    "join_plain": "The PIN and the links travel over plain HTTP: whoever shares this network could read them. "
    "At home that is well; for a club with strangers put a proxy with TLS before it (docs/serving.md).",
    "join_proxied": "A proxy stands before this page: everybody, also at this computer, types the PIN.",
    "new_pin": "New PIN",
    "new_links": "New links",
    "new_pin_is": "The PIN is {pin}. It is shown only now; who came in with the old one is out.",
    "new_links_are": "The old links are void; the codes on this page are the new ones.",
    "code_of": "QR code: {what}",
    "pin_title": "Referee's PIN",
    "pin_how": "Vedette printed it where it was started; the referee can draw a new one on the page of invitations.",
    "pin_label": "PIN",
    "pin_enter": "Come in",
    "leave": "Leave this role",
}
