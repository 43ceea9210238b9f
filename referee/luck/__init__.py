"""The luck passport: a match's dice held against fair ones, its cannons against themselves."""
