"""The plots, one file each: a snapshot in, marks out. No Qt."""
