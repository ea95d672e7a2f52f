"""What a snapshot can be written as besides a picture: numbers, scripts, TikZ."""
