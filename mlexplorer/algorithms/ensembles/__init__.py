"""Many learners that speak together."""
