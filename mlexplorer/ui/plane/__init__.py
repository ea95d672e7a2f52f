"""The plane on the screen, and what every tool of the hand builds on."""
