"""What is taught: ready scenes, lessons whose goals the program checks itself, and how far a person has come."""
