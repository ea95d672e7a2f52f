"""How densities are estimated from points."""
