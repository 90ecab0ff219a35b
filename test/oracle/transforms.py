"""Compares the transforms of pairs of layers, as the reference composes them.

Reads lines of JSON, {"before": FILE, "after": FILE}, and answers each with {"compared": N, "differences": [text, ...]}:
local and world matrices of all prims at the default time, as authored and with every variant of every variant set selected,
one at a time. A pair of which one layer does not open is answered with {"failed": reason}.
"""
import json
import sys

from pxr import Usd, UsdGeom

MAX_VARIANTS = 200


def matrices(stage):
    found = {}
    cache = UsdGeom.XformCache(Usd.TimeCode.Default())
    for prim in stage.Traverse(Usd.PrimAllPrimsPredicate):
        xformable = UsdGeom.Xformable(prim)
        if not xformable:
            continue
        local = xformable.GetLocalTransformation(Usd.TimeCode.Default())
        resets = xformable.GetResetXformStack()
        world = cache.GetLocalToWorldTransform(prim)
        numbers = [local[i][j] for i in range(4) for j in range(4)] + [world[i][j] for i in range(4) for j in range(4)]
        found[str(prim.GetPath())] = (bool(resets), numbers)
    return found


def selections(stage):
    """(prim path, set, variant) of every variant that can be selected from the stage as authored."""
    found = []
    for prim in stage.Traverse(Usd.PrimAllPrimsPredicate):
        sets = prim.GetVariantSets()
        for name in sets.GetNames():
            for variant in sets.GetVariantSet(name).GetVariantNames():
                found.append((str(prim.GetPath()), name, variant))
    return found[:MAX_VARIANTS]


def select(stage, choice):
    session = stage.GetSessionLayer()
    session.Clear()
    if choice is None:
        return
    path, name, variant = choice
    with Usd.EditContext(stage, session):
        stage.OverridePrim(path).GetVariantSets().GetVariantSet(name).SetVariantSelection(variant)


def is_near(a, b):
    if a != a or b != b:
        return a != a and b != b
    if a == b:
        return True
    return abs(a - b) <= 1e-9 * max(1.0, abs(a), abs(b))


def compare(before, after):
    stages = [Usd.Stage.Open(each, Usd.Stage.LoadAll) for each in (before, after)]
    compared, differences = 0, []
    for choice in [None, *selections(stages[0])]:
        for stage in stages:
            select(stage, choice)
        old, new = (matrices(stage) for stage in stages)
        for path in sorted(set(old) | set(new)):
            compared += 1
            a, b = old.get(path), new.get(path)
            if a is None or b is None:
                differences.append(f"{path} {choice}: {'new' if a is None else 'gone'}")
            elif a[0] != b[0] or not all(map(is_near, a[1], b[1])):
                differences.append(f"{path} {choice}: {a} became {b}")
    return {"compared": compared, "differences": differences[:20], "count": len(differences)}


def main():
    for line in sys.stdin:
        pair = json.loads(line)
        try:
            answer = compare(pair["before"], pair["after"])
        except Exception as error:  # The layers are anybody's.
            answer = {"failed": str(error)[:300]}
        print(json.dumps(answer), flush=True)


main()
