"""How the window looks: themes, style sheet, icons, small painted widgets."""
