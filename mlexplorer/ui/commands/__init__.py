"""What the menus, keys and buttons of the window do."""
