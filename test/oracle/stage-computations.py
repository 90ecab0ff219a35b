"""Answers requests on standard input, one JSON object a line: what UsdGeom and UsdShade compute on a stage.

`{"root": path, "times": [...], "prims": N}` answers with `{"metrics": ..., "prims": {path: ...}, "collections": {path: ...}}` for at most
N prims of the stage, instance proxies included. Matrices have 16 numbers, bounds `[minimum, maximum, matrix]` or null if they are
empty, "failed" if the library does not end, and numbers that JSON does not have are texts.
"""

import json
import math
import os
import sys

from canonical_json import text
from dump_values import value_json
from pxr import Sdf, Tf, Usd, UsdGeom, UsdLux, UsdPhysics, UsdShade, UsdSkel

PURPOSES = ["default", "render", "proxy", "guide"]
MATERIAL_PURPOSES = ["", "preview", "full"]
CONFIGURATIONS = [
    (["default", "render", "proxy", "guide"], False, False),
    (["default", "render"], True, False),
    (["default", "proxy"], False, True),
]


def number(value):
    return value if math.isfinite(value) else repr(value)


def matrix(value):
    return [number(value[i][j]) for i in range(4) for j in range(4)]


def bound(value):
    box = value.GetRange()
    if box.IsEmpty():
        return None
    aligned = value.ComputeAlignedRange()
    ends = [*box.GetMin(), *box.GetMax(), *aligned.GetMin(), *aligned.GetMax()]
    return [number(each) for each in ends] + matrix(value.GetMatrix())


def bounds_of(cache, prim):
    """World, local and untransformed bound; "failed" for those about which the library posts an error."""
    found = []
    for compute in (cache.ComputeWorldBound, cache.ComputeLocalBound, cache.ComputeUntransformedBound):
        try:
            found.append(bound(compute(prim)))
        except Tf.ErrorException:
            found.append("failed")
    return found


def instancers_below(prim):
    return [each for each in Usd.PrimRange(prim, Usd.TraverseInstanceProxies()) if each.IsA(UsdGeom.PointInstancer)]


def has_recursive_instancer(stage):
    """Whether a PointInstancer is below its own prototype, directly or through others: the library then never ends, or crashes."""
    below = {}
    for each in instancers_below(stage.GetPseudoRoot()):
        prototypes = map(stage.GetPrimAtPath, UsdGeom.PointInstancer(each).GetPrototypesRel().GetTargets())
        below[each.GetPath()] = {other.GetPath() for prim in prototypes if prim for other in instancers_below(prim)}
    while True:
        ends = [path for path, others in below.items() if not others & below.keys()]
        if not ends:
            return bool(below)
        for path in ends:
            del below[path]


def imageable(prim, times, caches, has_bounds):
    image = UsdGeom.Imageable(prim)
    found = {}
    if image:
        info = image.ComputePurposeInfo()
        found["purpose"] = [str(info.purpose), bool(info.isInheritable)]
        proxy = image.ComputeProxyPrim()
        found["proxy"] = str(proxy[0].GetPath()) if proxy else None
        found["visibility"] = [
            [str(image.ComputeVisibility(time)), *(str(image.ComputeEffectiveVisibility(each, time)) for each in PURPOSES)]
            for time in times
        ]
    found["xform"] = [
        [*matrix(cache.GetLocalTransformation(prim)[0]), *matrix(cache.GetLocalToWorldTransform(prim))] for cache, _ in caches
    ]
    found["resets"] = bool(caches[0][0].GetLocalTransformation(prim)[1])
    found["bounds"] = [[bounds_of(each, prim) for each in bounds] for _, bounds in caches] if has_bounds else "failed"
    return found


def plain(value, type_name):
    if value is None:
        return None
    if isinstance(value, Sdf.AssetPath):
        return text(value.path)
    if isinstance(value, Sdf.AssetPathArray):
        value = Sdf.AssetPathArray([Sdf.AssetPath(each.path) for each in value])
    return text(value_json(value, type_name))


def primvar(found, times):
    type_name = str(found.GetTypeName())
    return {
        "prim": str(found.GetAttr().GetPrim().GetPath()),
        "interpolation": str(found.GetInterpolation()),
        "elementSize": found.GetElementSize(),
        "unauthored": found.GetUnauthoredValuesIndex(),
        "values": [plain(found.ComputeFlattened(time), type_name) for time in times],
    }


def primvars(prim, times):
    api = UsdGeom.PrimvarsAPI(prim)
    return {each.GetPrimvarName(): primvar(each, times) for each in api.FindPrimvarsWithInheritance()}


def materials(prim):
    api = UsdShade.MaterialBindingAPI(prim)
    found = []
    for purpose in MATERIAL_PURPOSES:
        material, relationship = api.ComputeBoundMaterial(purpose)
        found.append([str(material.GetPath()) if material else None, str(relationship.GetPath()) if relationship else None])
    subsets = [str(each.GetPath()) for each in api.GetMaterialBindSubsets()] if UsdGeom.Imageable(prim) else []
    return {"bound": found, "subsets": subsets}


def connections(prim):
    found = {}
    api = UsdShade.ConnectableAPI(prim)
    if prim.GetTypeName() not in ("Shader", "NodeGraph", "Material"):
        return found
    for each in [*api.GetInputs(), *api.GetOutputs()]:
        sources = UsdShade.Utils.GetValueProducingAttributes(each)
        found[each.GetFullName()] = [str(source.GetPath()) for source in sources]
    return found


def matched(query, stage, with_properties):
    """The paths that the expression of a collection includes, each tested: the search of the library misses some, or crashes."""
    found = []
    for prim in stage.Traverse():
        paths = [prim.GetPath()] + ([each.GetPath() for each in prim.GetProperties()] if with_properties else [])
        found += [path for path in paths if query.IsPathIncluded(path)]
    return found


def members(collection, stage):
    query = collection.ComputeMembershipQuery()
    if query.UsesPathExpansionRuleMap():
        return Usd.CollectionAPI.ComputeIncludedPaths(query, stage)
    return matched(query, stage, collection.GetExpansionRuleAttr().Get() == Usd.Tokens.expandPrimsAndProperties)


def collections(prim, stage):
    found = {}
    for each in Usd.CollectionAPI.GetAllCollections(prim):
        try:
            found[str(each.GetCollectionPath())] = sorted(str(path) for path in members(each, stage))
        except Tf.ErrorException:
            found[str(each.GetCollectionPath())] = "failed"
    return found


def metrics(stage):
    default = stage.GetRootLayer().defaultPrim
    return {
        "upAxis": str(UsdGeom.GetStageUpAxis(stage)),
        "metersPerUnit": UsdGeom.GetStageMetersPerUnit(stage),
        "kilogramsPerUnit": UsdPhysics.GetStageKilogramsPerUnit(stage),
        "timeCodesPerSecond": stage.GetTimeCodesPerSecond(),
        "framesPerSecond": stage.GetFramesPerSecond(),
        "startTimeCode": stage.GetStartTimeCode(),
        "endTimeCode": stage.GetEndTimeCode(),
        "hasTimeCodeRange": stage.HasAuthoredTimeCodeRange(),
        "defaultPrim": str(Sdf.Path.absoluteRootPath.AppendPath(default)) if default else None,
    }


def answer(request):
    stage = Usd.Stage.Open(request["root"])
    times = [Usd.TimeCode.Default(), *(Usd.TimeCode(each) for each in request["times"])]
    caches = [
        (UsdGeom.XformCache(time), [UsdGeom.BBoxCache(time, *each) for each in CONFIGURATIONS]) for time in times
    ]
    has_bounds = not has_recursive_instancer(stage)
    prims = {}
    sets = {}
    for prim in Usd.PrimRange.Stage(stage, Usd.TraverseInstanceProxies()):
        if len(prims) == request["prims"]:
            break
        found = imageable(prim, times, caches, has_bounds)
        found["primvars"] = primvars(prim, times)
        found["materials"] = materials(prim)
        found["connections"] = connections(prim)
        prims[str(prim.GetPath())] = found
        if not prim.IsInstanceProxy():
            sets.update(collections(prim, stage))
    return {"metrics": metrics(stage), "prims": prims, "collections": sets}


def main():
    # The library may print what it likes; the answers go another way.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        try:
            result = answer(json.loads(line))
        except Exception as error:
            result = {"refused": True} if "Failed to open layer" in str(error) else {"failed": repr(error)[:300]}
        print(json.dumps(result), file=answers, flush=True)


main()
