"""Many learners together: samples, groves of trees, votes and sums."""
