"""Marks to pictures: one painter for the screen and for files."""
