"""How good is it? Pure functions of labels, scores and counts, and fits judged by them: no drawing."""
