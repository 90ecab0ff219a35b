"""Answers requests on standard input, one JSON object a line: `{"root": path}` is answered with the dependencies of a root layer,
`{"layers": [path], "assets": [path], "missing": [path]}`, absolute and sorted."""

import json
import os
import sys

from pxr import Ar, Sdf, UsdUtils


def answer(request):
    try:
        layers, assets, missing = UsdUtils.ComputeAllDependencies(Sdf.AssetPath(request["root"]))
        name = lambda layer: layer.identifier if layer.realPath == "" or "[" in layer.identifier else layer.realPath
        return {
            "layers": sorted({name(each) for each in layers}),
            "assets": sorted(set(assets)),
            "missing": sorted(set(missing)),
        }
    except Exception as error:
        return {"refused": True, "reason": repr(error)[:200]}


def main():
    # The library may print what it likes; the answers go another way.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=answers, flush=True)


main()
