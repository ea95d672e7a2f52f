"""How points are joined into a tree of clusters, and how that tree is cut."""
