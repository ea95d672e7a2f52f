"""Studies that run in the background, one file each."""
