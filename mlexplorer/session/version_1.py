"""Session files of version 1: their names, and what their layers were switched from, read as the present ones."""

from typing import Any

RENAMED = {
    "runs": {"held": "by_hand"},
    "run": {"held": "by_hand"},
    "points": {"held": "held_out"},
    "data": {"held": "held_out"},
}  # by the group they stand in
SHOWN = frozenset(
    (
        *("regions", "density", "margins", "spokes", "residuals", "crowd", "boundary", "heights", "walk"),
        *("centre valley", "ghost", "runners", "pinned", "curve", "gaussians", "shading", "test", "training"),
        *("weights", "support", "errors", "focus", "centres", "handles"),
    )
)  # what version 1 showed unless it was switched off; everything else was hidden


VALUES = {
    "polynomial": {"constant": {True: "penalised", False: "free"}},
}  # of parameters that are other words now, by the model


def read(value: Any, group: str = "") -> Any:
    """Return plain JSON values of version 1 under the names of the present version."""
    if isinstance(value, list):
        return [read(item, group) for item in value]
    if not isinstance(value, dict):
        return value
    names = RENAMED.get(group, {})
    if group == "model":
        return _model(value)
    told = {names.get(name, name): read(item, name) for name, item in value.items()}
    if group == "document":
        _keep_roles(told)
    if group == "view" and isinstance(told.get("toggled"), list):
        told["switches"] = [[name, name not in SHOWN] for name in sorted(map(str, told.pop("toggled")))]
    return told


def _model(value: dict[str, Any]) -> dict[str, Any]:
    """Return a model with its parameters in the words of the present version."""
    words = VALUES.get(str(value.get("name")), {})
    return {
        name: words[name][item] if name in words and isinstance(item, bool) else item for name, item in value.items()
    }


def _keep_roles(document: dict[Any, Any]) -> None:
    """Deal the roles among all points that are there, as version 1 did, whatever was marked before."""
    points, holdout = document.get("points"), document.get("holdout")
    if not isinstance(points, dict) or not isinstance(holdout, dict):
        return
    document["dealt"] = {name: points.get(name) for name in ("ids", "labels")}
    if holdout.get("share"):
        points["held_out"] = []
