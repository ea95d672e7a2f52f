"""What a hand does to a session: lines, centres, starts, pins, groups of points, classes."""
