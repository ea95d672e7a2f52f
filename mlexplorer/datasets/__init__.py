"""The sources of points, one file each, named by their public name."""
