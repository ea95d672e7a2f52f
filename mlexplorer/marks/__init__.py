"""What can be drawn, as data."""
