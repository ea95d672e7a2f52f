"""How marks reach a painter: one for the screen and for paper."""
