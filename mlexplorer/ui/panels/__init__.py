"""What stands around the plane: toolbar, left panel, linked views, timeline, words of the moment, data table."""
