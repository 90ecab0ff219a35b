"""Answers requests on standard input, one JSON object a line: `{"root": path}` opens a stage and answers with its prims."""

import json
import os
import sys
from itertools import islice

from pxr import Sdf, Tf, Usd

MOST_PRIMS = 3000


def describe(prim):
    prototype = str(prim.GetPrototype().GetPath()) if prim.IsInstance() else ""
    flags = [prim.IsActive(), prim.IsLoaded(), prim.IsDefined(), prim.IsAbstract(), prim.IsInstance(), prim.IsInstanceProxy()]
    return [str(prim.GetPath()), flags, prototype]


def populate(root):
    layer = Sdf.Layer.FindOrOpen(root)
    try:
        stage = Usd.Stage.Open(layer)
    except Tf.ErrorException:
        # One of the reference's own checks failed.
        return {"failed": "verification"}
    start = stage.GetPseudoRoot()
    every = Usd.PrimRange(start, Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate))
    prims = [describe(prim) for prim in islice(every, 1, MOST_PRIMS + 1)]
    shown = Usd.PrimRange(start, Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate))
    default = [str(prim.GetPath()) for prim in islice(shown, 1, MOST_PRIMS + 1)]
    without = [str(prim.GetPath()) for prim in islice(Usd.PrimRange(start), 1, MOST_PRIMS + 1)]
    # That of a prototype itself is empty. A node is valid only as long as its index.
    indices = [prototype._GetSourcePrimIndex() for prototype in stage.GetPrototypes()]
    sources = sorted(str(index.rootNode.path) for index in indices)
    return {"prims": prims, "default": default, "without": without, "sources": sources}


def main():
    # The library may print what it likes; the answers go another way.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        try:
            answer = populate(json.loads(line)["root"])
        except Exception as error:
            answer = {"failed": repr(error)}
        print(json.dumps(answer), file=answers, flush=True)


main()
