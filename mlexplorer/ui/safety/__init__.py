"""What keeps the work of a window safe: its recovery file, its autosave, and an eye on its file."""
