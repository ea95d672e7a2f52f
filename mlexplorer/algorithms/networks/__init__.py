"""Networks of units in layers: forward, backward, their loss, their fields and their arithmetic in words."""
