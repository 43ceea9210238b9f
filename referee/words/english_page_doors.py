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
    "put_all_out": "Put everybody out",
    "new_pin_is": "The PIN is {pin}. It is shown only now. Who is in stays in.",
    "new_links_are": "The old links are void; the codes on this page are the new ones.",
    "all_are_out": "Everybody but you is out. The PIN and the links still let them in: "
    "draw new ones if they should not.",
    "code_of": "QR code: {what}",
    "pin_title": "Referee's PIN",
    "pin_how": "Vedette printed it where it was started; the referee can draw a new one on the page of invitations.",
    "pin_label": "PIN",
    "pin_enter": "Come in",
    "leave": "Leave this role",
    "privacy_title": "What is seen and kept of the camera's pictures",
    "privacy_how": "The camera looks straight down on the table. Only the referee can change this.",
    "privacy_who": "Who sees the picture",
    "privacy_everybody": "Everybody who opens the page",
    "privacy_players": "The players and the referee",
    "privacy_referee": "Only the referee",
    "privacy_who_note": "All others see the table drawn as a map: on the page, on the television, on evidence cards "
    "and their sheets, and at a cannon's shots. The television shows what everybody may see.",
    "privacy_round": "What lies round the table",
    "privacy_masked": "Grey: faces and hands beyond the play area are never stored and never sent",
    "privacy_shown": "As the camera sees it, 7 cm wide",
    "privacy_round_note": "A hand over the play area is in the picture. Vedette measures on the camera's whole "
    "picture, which stays in this computer's memory.",
    "privacy_keep": "How long the pictures of rulings are kept",
    "privacy_full": "Until their folder is full; then the oldest go",
    "privacy_match": "For this match only: deleted when Vedette is stopped",
    "privacy_day": "1 day",
    "privacy_days": "{days} days",
    "privacy_keep_note": "A ruling whose picture is gone keeps its numbers, its dice and its seal; its evidence card "
    "says that the picture is no longer kept, and shows a map.",
    "privacy_saved": "Done: it holds from now on.",
    "privacy_deleted_one": "Done. One older picture was deleted; its card shows a map now.",
    "privacy_deleted": "Done. {count} older pictures were deleted; their cards show a map now.",
}
