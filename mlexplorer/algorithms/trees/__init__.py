"""Trees along the axes: how they split, grow, and are pruned."""
