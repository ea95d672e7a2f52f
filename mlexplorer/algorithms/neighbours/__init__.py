"""Nearest points, nearest centres, and the cells they make."""
