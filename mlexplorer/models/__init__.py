"""The learning methods, one file each, named by their public name."""
