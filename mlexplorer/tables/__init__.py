"""The file formats of points, one file each."""
