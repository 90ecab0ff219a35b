"""Answers requests on standard input, one JSON object a line, with flattened stages as text.

`{"root": path, "session": path, "mask": [path], "load": [path]}` is answered with `{"text": "#usda 1.0..."}`; without `load` all
payloads are loaded. With `"consistent": true` the samples in which the flattened layer is not what `UsdAttribute.Get` returns are replaced
by that. The environment must have `USD_ASSIGN_PROTOTYPES_DETERMINISTICALLY=1`: without
it the numbers of prototypes change from run to run.
"""

import json
import os
import sys

from pxr import Sdf, Usd

FLATTENED_PROTOTYPE = "Flattened_Prototype_"


def flatten(request):
    root = Sdf.Layer.FindOrOpen(request["root"])
    if root is None:
        return {"refused": True}
    session = Sdf.Layer.FindOrOpen(request["session"]) if request.get("session") else Sdf.Layer.CreateAnonymous()
    rules = Usd.StageLoadRules.LoadAll() if request.get("load") is None else Usd.StageLoadRules.LoadNone()
    for path in request.get("load") or []:
        rules.AddRule(path, Usd.StageLoadRules.AllRule)
    load = Usd.Stage.LoadNone if request.get("load") is not None else Usd.Stage.LoadAll
    if request.get("mask"):
        stage = Usd.Stage.OpenMasked(root, session, Usd.StagePopulationMask(request["mask"]), load)
    else:
        stage = Usd.Stage.Open(root, session, load)
    if request.get("load"):
        stage.SetLoadRules(rules)
    layer = stage.Flatten(addSourceFileComment=False)
    if request.get("consistent"):
        make_consistent(layer, stage)
    return {"text": layer.ExportToString()}


def make_consistent(layer, stage):
    """Replaces time samples that are not the values of the stage."""
    prototypes = stage.GetPrototypes()

    def on_stage(path):
        head, _, rest = path.pathString[1:].partition("/")
        if not head.startswith(FLATTENED_PROTOTYPE):
            return stage.GetPrimAtPath(path)
        prototype = prototypes[int(head[len(FLATTENED_PROTOTYPE) :]) - 1]
        return prototype.GetPrimAtPath(rest) if rest else prototype

    def visit(path):
        spec = layer.GetAttributeAtPath(path)
        # Flattened asset paths are those of files.
        if spec is None or path.IsTargetPath() or "asset" in str(spec.typeName):
            return
        attribute = on_stage(path.GetPrimPath()).GetAttribute(path.name)
        for time in layer.ListTimeSamplesForPath(path):
            value = attribute.Get(time)
            if str(value) == str(layer.QueryTimeSample(path, time)):
                continue
            layer.SetTimeSample(path, time, Sdf.ValueBlock() if value is None else value)

    layer.Traverse(Sdf.Path.absoluteRootPath, visit)


def answer(request):
    try:
        return flatten(request)
    except Exception as error:
        return {"refused": True, "reason": repr(error)[:200]}


def main():
    # The library may print what it likes; the answers go another way.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=answers, flush=True)


main()
