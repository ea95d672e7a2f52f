"""The objective over its parameters: surfaces, slices, staircases, and the way down."""
