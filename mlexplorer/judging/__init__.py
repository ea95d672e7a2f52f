"""How good is it? Pure functions of labels, scores and counts: no steps, no drawing."""
