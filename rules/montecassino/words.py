"""What Montecassino says, in English. See rules/words.py; its other languages are in locale/."""

from collections.abc import Mapping

from rules.montecassino.words_checks import CHECKS
from rules.words import Words

OUTCOMES: Mapping[str, str] = {
    "moved": "The move stands.",
    "freed": "Comrades are freed.",
    "retreated": "The side retreats into its base.",
    "casualties": "The shot has its losses.",
    "no_casualty": "Nobody is lost.",
    "won": "The battle is won.",
    "gave_up": "The side gives up: its opponent wins.",
    "begins": "One side begins.",
}

EFFECTS: Mapping[str, str] = {
    "goes": "{stand} goes from {start} to {square}",
    "capture": "{stand} is taken prisoner by {by}",
    "casualty": "{stand} on {square} is lost",
    "freed": "{stand} is freed and returns to {square}",
    "freed_nameless": "a prisoner is freed and returns to {square}",
    "retreated": "{side} has retreated",
    "stands_again": "{stand} is stood up again on {square}",
    "shell_fired": "{side} has fired; shells left: {left}",
}

VERBS: Mapping[str, str] = {"free": "free prisoners", "shot": "fire the cannon", "give_up": "give up"}

WORDS = Words(checks=CHECKS, outcomes=OUTCOMES, effects=EFFECTS, verbs=VERBS)
