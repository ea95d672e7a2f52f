"""The vocabulary every other package speaks: parameters, data, models, steps. NumPy and SciPy only."""
