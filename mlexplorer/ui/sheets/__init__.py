"""The sheets that open above the window: export, film, import, keys, print."""
