"""Answers questions about stages with usd-core: a JSON object for each line of standard input, with the answer as a line of JSON."""

import json
import os
import sys

from pxr import Sdf, Usd, UsdGeom


def plain(value):
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Sdf.AssetPath):
        return value.path
    if isinstance(value, Sdf.ValueBlock):
        return None
    return [plain(each) for each in value]


def name_of(layer):
    return os.path.basename(layer.identifier)


def answer(question):
    kind = question["ask"]
    stage = Usd.Stage.Open(question["file"])
    # The files of the last question may have changed.
    for layer in stage.GetUsedLayers():
        layer.Reload(force=True)
    path = question.get("path", "/")
    if kind == "type":
        return sorted(str(prim.GetPath()) for prim in stage.Traverse() if prim.IsA(question["type"]))
    if kind == "kind":
        return sorted(str(prim.GetPath()) for prim in stage.Traverse() if Usd.ModelAPI(prim).GetKind() == question["kind"])
    if kind == "name":
        return sorted(str(prim.GetPath()) for prim in stage.Traverse() if prim.GetName().startswith(question["name"]))
    if kind == "value":
        attribute = stage.GetAttributeAtPath(path)
        time = question.get("time")
        return plain(attribute.Get() if time is None else attribute.Get(time)) if attribute else "no attribute"
    if kind == "stack":
        prim = stage.GetPropertyAtPath(path)
        return [[name_of(spec.layer), str(spec.path)] for spec in prim.GetPropertyStack(Usd.TimeCode.Default())]
    if kind == "metadata":
        return plain(stage.GetPrimAtPath(path).GetMetadata(question["field"]))
    if kind == "children":
        return stage.GetPrimAtPath(path).GetChildrenNames()
    if kind == "exists":
        return bool(stage.GetPrimAtPath(path))
    if kind == "selection":
        return stage.GetPrimAtPath(path).GetVariantSet(question["set"]).GetVariantSelection()
    if kind == "targets":
        return [str(each) for each in stage.GetRelationshipAtPath(path).GetTargets()]
    if kind == "errors":
        return len(stage.GetCompositionErrors())
    if kind == "metrics":
        return [str(UsdGeom.GetStageUpAxis(stage)), UsdGeom.GetStageMetersPerUnit(stage), str(stage.GetDefaultPrim().GetPath())]
    if kind == "flattened":
        return stage.Flatten(addSourceFileComment=False).GetPseudoRoot().nameChildren.keys()
    if kind == "paths":
        return [str(prim.GetPath()) for prim in stage.Traverse()]
    raise ValueError(kind)


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
