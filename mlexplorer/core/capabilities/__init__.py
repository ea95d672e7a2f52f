"""What a step may be able to show: small abstract classes, inherited openly and asked for with isinstance.

A capability is a subclass of Step in a file of this folder that says what its steps must have: attributes as
@declared properties without a body, methods as @abstractmethod.

    class HasCentres(HasScores):
        "Cluster centres."

        @declared
        def centres(self) -> Array:
            "The (k, 2) centres."

A step then has each attribute as a field, a property or a cached_property, and each method; a class that lacks one is
refused when it is made, in a sentence that names class, capability and attribute. A class that is meant to be completed
by its subclasses says so: class StumpStep(HasTree, partial=True).

Which attributes leave the program as the numbers of a step (.json, .csv) is said beside the parents: class
HasCentres(HasScores, exported=("centres",)); a step does so for what is its own. What a step is in scikit-learn it says
in sklearn_form; one with weights, terms, a tree, Gaussians, centres, units, sums or members has its form already.

A new capability is one class here, one law in tests/laws.py (@law(HasCentres)) and one layer or view that shows it; no
model is ever asked for by name, and no step by the name of an attribute.
"""

from mlexplorer.core.capabilities.curves import (
    HasCurve,
    HasCurveReasons,
    HasCurveResiduals,
    HasCurveTree,
    HasSurface,
    HasTerms,
    WeightPath,
)
from mlexplorer.core.capabilities.densities import (
    HasBins,
    HasCentres,
    HasDensity,
    HasFeatureDensities,
    HasGaussians,
    HasPointDensities,
)
from mlexplorer.core.capabilities.ensembles import (
    HasBags,
    HasCommittee,
    HasMemberTree,
    HasModels,
    HasResiduals,
    HasRounds,
    HasSums,
)
from mlexplorer.core.capabilities.landscapes import HasLandscape, Landscape
from mlexplorer.core.capabilities.lines import HasMargins, HasSupport, HasWeights
from mlexplorer.core.capabilities.merges import HasMerges
from mlexplorer.core.capabilities.networks import HasNetwork
from mlexplorer.core.capabilities.points import (
    HasFocus,
    HasNeighbours,
    HasPointWeights,
    HasPointWorking,
    HasRows,
    HasVisits,
)
from mlexplorer.core.capabilities.reasons import HasReasons, Reason, Term
from mlexplorer.core.capabilities.scores import HasDiscriminant, HasProbabilities, HasRegions, HasScores
from mlexplorer.core.capabilities.trees import Bounds, HasPruning, HasThresholds, HasTree, Node

__all__ = [
    "Bounds",
    "HasBags",
    "HasBins",
    "HasCentres",
    "HasCommittee",
    "HasCurve",
    "HasCurveReasons",
    "HasCurveResiduals",
    "HasCurveTree",
    "HasDensity",
    "HasDiscriminant",
    "HasFeatureDensities",
    "HasFocus",
    "HasGaussians",
    "HasLandscape",
    "HasMargins",
    "HasMemberTree",
    "HasMerges",
    "HasModels",
    "HasNeighbours",
    "HasNetwork",
    "HasPointDensities",
    "HasPointWeights",
    "HasPointWorking",
    "HasProbabilities",
    "HasPruning",
    "HasReasons",
    "HasRegions",
    "HasResiduals",
    "HasRounds",
    "HasRows",
    "HasScores",
    "HasSums",
    "HasSupport",
    "HasSurface",
    "HasTerms",
    "HasThresholds",
    "HasTree",
    "HasVisits",
    "HasWeights",
    "Landscape",
    "Node",
    "Reason",
    "Term",
    "WeightPath",
]
