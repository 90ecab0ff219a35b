"""Prints world matrices of layers, as the reference computes them.

Reads lines of JSON, {"text": TEXT}, and answers each with {"worlds": {PATH: [16 numbers]}}: the local-to-world transform of every
prim at the default time, row by row. A text that does not open is answered with {"failed": reason}.
"""
import json
import sys

from pxr import Sdf, Usd, UsdGeom


def worlds(text):
    layer = Sdf.Layer.CreateAnonymous(".usda")
    if not layer.ImportFromString(text):
        raise ValueError("the text does not open")
    cache = UsdGeom.XformCache(Usd.TimeCode.Default())
    stage = Usd.Stage.Open(layer)
    found = {}
    for prim in stage.Traverse(Usd.PrimAllPrimsPredicate):
        world = cache.GetLocalToWorldTransform(prim)
        found[str(prim.GetPath())] = [world[i][j] for i in range(4) for j in range(4)]
    return found


def main():
    for line in sys.stdin:
        try:
            answer = {"worlds": worlds(json.loads(line)["text"])}
        except Exception as error:  # The texts are anybody's.
            answer = {"failed": str(error)[:300]}
        print(json.dumps(answer), flush=True)


main()
