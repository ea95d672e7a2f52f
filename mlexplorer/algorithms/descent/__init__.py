"""The way down: losses, solvers, and functions to walk on."""
