"""Data that several models are tried on."""

import numpy as np

import mlexplorer as mlx
from mlexplorer.core.data import Dataset

RUGBY = mlx.make("rugby")


def moons(count, noise, seed):
    """Two half circles, hooked into each other."""
    random = np.random.default_rng(seed)
    labels = np.arange(count) % 2
    angles = np.pi * random.random(count)
    arcs = np.stack([np.cos(angles), np.sin(angles)], axis=1) * (1 - 2 * labels)[:, None]
    return Dataset(arcs + np.array([[0.0, 0.0], [1.0, 0.5]])[labels] + noise * random.normal(size=(count, 2)), labels)


def uneven(seed, sizes=(5, 12, 40, 150, 500)):
    """Two to five classes, 5 to 500 points, unequal, scaled, shifted, some points twice, single precision."""
    random = np.random.default_rng(seed)
    count, classes = int(random.choice(sizes)), int(random.integers(2, 6))
    labels = random.choice(classes, count, p=random.dirichlet(np.full(classes, 2.0)))
    labels[:2] = (0, 1)
    points = random.normal(size=(count, 2)) + 1.2 * np.c_[np.cos(labels), np.sin(2 * labels)]
    points[: count // 5] = points[count // 5 : 2 * (count // 5)]
    scaled = points * 10.0 ** random.uniform(-3, 3) * [1, 10.0 ** random.uniform(-1, 1)]
    return Dataset((scaled + scaled.std() * random.normal(0, 3)).astype(np.float32), labels)


def gaussian_classes(seed, alike):
    """Two to five Gaussian classes of unequal size, of one shape if they are alike, and the generator to go on with."""
    random = np.random.default_rng(seed)
    classes = int(random.integers(2, 6))
    count = int(random.integers(5 * classes, 500))
    shares = random.dirichlet(np.ones(classes) * (0.5 if seed % 3 == 0 else 5))
    labels = np.r_[np.repeat(np.arange(classes), 4), random.choice(classes, count - 4 * classes, p=shares)]
    roots = random.normal(0, 1, (classes, 2, 2)) + np.eye(2)
    plain = np.einsum("ni,nij->nj", random.normal(0, 1, (count, 2)), roots[np.zeros_like(labels) if alike else labels])
    points = (plain + random.normal(0, 2, (classes, 2))[labels]) * 10 ** random.uniform(-3, 3)
    if seed % 5 == 0:
        points, labels = np.repeat(points, 2, axis=0), np.repeat(labels, 2)
    return Dataset(points + random.normal(0, 1, 2), labels), random


def stretched(data, factors):
    """Return points farther from the mean of their class: the covariance of each class grows by its factor."""
    means = np.stack([data.points[data.labels == label].mean(axis=0) for label in data.classes])[data.labels]
    return means + (data.points - means) * np.sqrt(factors)[data.labels, None]
