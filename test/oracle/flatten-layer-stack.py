"""Answers requests on standard input, one JSON object a line, with what layer stacks flattened to one layer compose to.

`{"root": path, "session": path, "merged": path}` is answered with `{"stage": text, "ours": text, "theirs": text}`: the flattened stage of
the root layer, that of our merged layer, and that of the layer of `UsdUtils.FlattenLayerStack`, which is written next to it. The
environment must have `USD_ASSIGN_PROTOTYPES_DETERMINISTICALLY=1`.
"""

import json
import os
import sys

from pxr import Sdf, Usd, UsdUtils


def flatten(stage):
    return stage.Flatten(addSourceFileComment=False).ExportToString()


def answer(request):
    try:
        root = Sdf.Layer.FindOrOpen(request["root"])
        session = Sdf.Layer.FindOrOpen(request["session"]) if request.get("session") else Sdf.Layer.CreateAnonymous()
        stage = Usd.Stage.Open(root, session)
        merged = os.path.join(os.path.dirname(request["root"]), "theirs.usda")
        UsdUtils.FlattenLayerStack(stage).Export(merged)
        found = {"stage": flatten(stage), "ours": flatten(Usd.Stage.Open(request["merged"]))}
        try:
            found["theirs"] = flatten(Usd.Stage.Open(merged))
        except Exception:
            # It writes layers that it cannot read.
            found["theirs"] = ""
        return found
    except Exception as error:
        return {"refused": True, "reason": repr(error)[:200]}


def main():
    # The library may print what it likes; the answers go another way.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=answers, flush=True)


main()
