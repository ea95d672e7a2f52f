"""Straight and polynomial boundaries, and what margins cost."""
