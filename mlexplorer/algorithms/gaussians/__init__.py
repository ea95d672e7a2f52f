"""Gaussians, mixtures of them, and kernel densities."""
