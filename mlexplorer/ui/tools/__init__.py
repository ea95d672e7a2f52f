"""The tools of the hand: what a press, a drag and a release on the plane do."""
