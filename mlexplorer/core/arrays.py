"""The array types used in signatures, and how arrays are frozen and compared."""

import hashlib

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Labels = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]


def frozen(values: npt.ArrayLike, kind: npt.DTypeLike = np.float64) -> npt.NDArray[np.generic]:
    """Return a read-only array of kind: values itself if it is one already, else a copy."""
    if isinstance(values, np.ndarray) and values.dtype == kind and not values.flags.writeable and values.base is None:
        return values
    array = np.array(values, dtype=kind, order="C")
    array.flags.writeable = False
    return array


def digest(*parts: object) -> str:
    """Return a short name for the content of arrays and plain values: equal content, equal name."""
    work = hashlib.blake2b(digest_size=12)
    for part in parts:
        if isinstance(part, np.ndarray):
            work.update(f"{part.dtype}{part.shape}".encode())
            work.update(np.ascontiguousarray(part).data)
        else:
            work.update(repr(part).encode())
        work.update(b"\0")
    return work.hexdigest()
