"""What the user chose, its past, its file, and the work it implies."""
