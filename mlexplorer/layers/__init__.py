"""What lies on the plane: one file for each layer or family of layers. No Qt."""
