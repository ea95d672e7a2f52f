"""The scenes of a book: a strip of small pictures, dots, and the window of the speaker."""
