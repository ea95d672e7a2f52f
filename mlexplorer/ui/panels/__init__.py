"""What stands around the plane: toolbar, left panel, linked views, timeline, status bar, data table."""
