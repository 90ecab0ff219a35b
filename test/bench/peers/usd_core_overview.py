"""Prints the milliseconds that usd-core needs for what `usd_overview` tells of a stage, in a process that has loaded it."""

import sys
import time
from collections import Counter

from pxr import Usd, UsdGeom

begin = time.perf_counter()
stage = Usd.Stage.Open(sys.argv[1])
types = Counter()
cameras = []
variant_sets = []
for prim in stage.Traverse():
    types[prim.GetTypeName()] += 1
    if prim.IsA(UsdGeom.Camera):
        cameras.append(prim.GetPath())
    if prim.HasVariantSets():
        sets = prim.GetVariantSets()
        for name in sets.GetNames():
            each = sets.GetVariantSet(name)
            variant_sets.append((prim.GetPath(), name, each.GetVariantSelection(), each.GetVariantNames()))
purposes = [UsdGeom.Tokens.default_, UsdGeom.Tokens.render]
cache = UsdGeom.BBoxCache(Usd.TimeCode.Default(), purposes, useExtentsHint=True)
bounds = cache.ComputeWorldBound(stage.GetPseudoRoot()).ComputeAlignedRange()
layers = [layer.identifier for layer in stage.GetUsedLayers()]
took = (time.perf_counter() - begin) * 1000
if bounds.IsEmpty() or not types or not layers:
    raise SystemExit("the stage is empty")
print(took)
