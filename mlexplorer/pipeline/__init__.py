"""What follows from a session: fits, fields and snapshots, coarse first, then fine."""
