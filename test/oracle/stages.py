"""Compares what stages look like before and after a change of one of their layers, as the reference composes them.

Reads lines of JSON, {"before": [FILE, ...], "after": [FILE, ...]}, root layers in the same order, and answers each with
{"compared": N, "differences": [text, ...]}: of every prim its type, world transform and Camera, and of every attribute its value at
the default time and at two others. A stage that does not open is answered with {"failed": reason}.
"""
import json
import sys

from pxr import Usd, UsdGeom

TIMES = [Usd.TimeCode.Default(), Usd.TimeCode(0.0), Usd.TimeCode(1.5)]


def rounded(matrix):
    return [round(matrix[i][j], 9) + 0.0 for i in range(4) for j in range(4)]


def looks(path):
    found = {}
    stage = Usd.Stage.Open(path, Usd.Stage.LoadAll)
    for time in TIMES:
        cache = UsdGeom.XformCache(time)
        for prim in stage.Traverse():
            key = f"{prim.GetPath()} at {time}"
            found[f"{key} type"] = str(prim.GetTypeName())
            found[f"{key} world"] = rounded(cache.GetLocalToWorldTransform(prim))
            if prim.IsA(UsdGeom.Camera):
                camera = UsdGeom.Camera(prim).GetCamera(time)
                found[f"{key} camera"] = repr(camera.frustum)
            for attribute in prim.GetAttributes():
                # A fix may write the same transform in other ops: their product is compared above.
                if attribute.GetName().startswith("xformOp"):
                    continue
                found[f"{key} .{attribute.GetName()}"] = repr(attribute.Get(time))
    return found


def compare(before, after):
    compared, differences = 0, []
    for old_path, new_path in zip(before, after):
        old, new = looks(old_path), looks(new_path)
        compared += len(old)
        name = old_path.rsplit("/", 1)[-1]
        for key in sorted(set(old) | set(new)):
            if old.get(key) != new.get(key):
                differences.append(f"{name} {key}: {old.get(key)} became {new.get(key)}")
    return {"compared": compared, "differences": differences[:5]}


def main():
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = compare(request["before"], request["after"])
        except Exception as error:  # The layers are anybody's.
            answer = {"failed": str(error)[:300]}
        print(json.dumps(answer), flush=True)


main()
