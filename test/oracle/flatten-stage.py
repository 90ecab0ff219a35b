"""Answers requests on standard input, one JSON object a line, with the flattened stage as text.

`{"root": path, "session": path, "mask": [path], "payloads": false}` is answered with `{"text": "#usda 1.0..."}`. The environment
must have `USD_ASSIGN_PROTOTYPES_DETERMINISTICALLY=1`: without it the numbers of prototypes change from run to run.
"""

import json
import os
import sys

from pxr import Sdf, Usd


def flatten(request):
    root = Sdf.Layer.FindOrOpen(request["root"])
    if root is None:
        return {"refused": True}
    session = Sdf.Layer.FindOrOpen(request["session"]) if request.get("session") else None
    load = Usd.Stage.LoadAll if request.get("payloads", True) else Usd.Stage.LoadNone
    if request.get("mask"):
        stage = Usd.Stage.OpenMasked(root, session, Usd.StagePopulationMask(request["mask"]), load)
    else:
        stage = Usd.Stage.Open(root, session, load)
    return {"text": stage.Flatten(addSourceFileComment=False).ExportToString()}


def main():
    # The library may print what it likes; the answers go another way.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        try:
            answer = flatten(json.loads(line))
        except Exception as error:
            answer = {"refused": True, "reason": repr(error)[:200]}
        print(json.dumps(answer), file=answers, flush=True)


main()
