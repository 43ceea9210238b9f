"""The set-up wizard: its pages, its API, and the one set-up that is being worked on."""
