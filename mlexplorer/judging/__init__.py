"""How good is it? Measures of fits, as pure functions."""
