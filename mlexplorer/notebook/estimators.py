"""Our models inside scikit-learn's tools, if it is there."""

from typing import Any

from mlexplorer.core import registry
from mlexplorer.core.params import Value

MISSING = "mlx.estimator needs scikit-learn, which is not installed: python -m pip install scikit-learn"


def estimator(model: str, **parameters: Value) -> Any:
    """Return a model as a scikit-learn estimator, for pipelines, cross-validation and grid search.

    A classifier or a clusterer takes two columns, a regressor one; labels may be of any kind. After fit, step_ is the
    last step, which can be drawn and asked like that of mlx.fit.
    """
    registry.model(str(model))().with_values(parameters)  # says at once what is misspelt
    try:
        from mlexplorer.notebook.scikit import class_of  # start-up time
    except ImportError as error:
        raise ValueError(MISSING) from error
    return class_of(str(model))(**parameters)
