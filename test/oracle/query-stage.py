"""Answers requests on standard input, one JSON object a line.

`{"root": path, "expressions": [text, ...], "withProperties": [bool, ...]}` opens a stage and answers `{"answers": [answer, ...]}`, for
each expression an object: `searched` has the paths that UsdComputeIncludedPathsFromCollection finds among the prims of the default
predicate and among all prims, `matched` those that UsdCollectionMembershipQuery.IsPathIncluded includes. An expression that cannot be
evaluated has null; one on which the library crashes has "crashed".
"""

import json
import os
import sys

from pxr import Sdf, Tf, Usd

HOLDER = "/QueryHolder"


def evaluate(stage, name, with_properties):
    try:
        query = Usd.CollectionAPI(stage.GetPrimAtPath(HOLDER), name).ComputeMembershipQuery()
        found = {"searched": [], "matched": []}
        for predicate in (Usd.PrimDefaultPredicate, Usd.PrimAllPrimsPredicate):
            # First what cannot crash.
            objects = []
            for prim in Usd.PrimRange(stage.GetPseudoRoot(), predicate):
                objects.append(prim.GetPath())
                if with_properties:
                    objects += [each.GetPath() for each in prim.GetProperties()]
            found["matched"].append([str(each) for each in objects if each != Sdf.Path("/") and query.IsPathIncluded(each)])
            paths = Usd.CollectionAPI.ComputeIncludedPaths(query, stage, predicate)
            found["searched"].append([str(each) for each in paths])
        for lists in found.values():
            for each in lists:
                each[:] = sorted(path for path in each if not path.startswith(HOLDER))
        return found
    except Tf.ErrorException:
        return None


def isolated(*arguments):
    """The result of `evaluate` in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            found = json.dumps(evaluate(*arguments))
            with os.fdopen(writing, "w") as out:
                out.write(found)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as source:
        text = source.read()
    os.waitpid(child, 0)
    return "crashed" if text == "" else json.loads(text)


def session_of(request):
    """A layer with a collection for each expression, authored before the stage is composed: a change could recompose prototypes."""
    layer = Sdf.Layer.CreateAnonymous(".usda")
    holding = Usd.Stage.Open(layer)
    prim = holding.DefinePrim(HOLDER)
    names = []
    for i, (text, with_properties) in enumerate(zip(request["expressions"], request["withProperties"])):
        try:
            expression = Sdf.PathExpression(text)
        except Tf.ErrorException:
            names.append(None)
            continue
        collection = Usd.CollectionAPI.Apply(prim, f"q{i}")
        collection.CreateMembershipExpressionAttr(expression)
        rule = Usd.Tokens.expandPrimsAndProperties if with_properties else Usd.Tokens.expandPrims
        collection.CreateExpansionRuleAttr(rule)
        names.append(f"q{i}")
    return layer, names


def answer(request):
    session, names = session_of(request)
    stage = Usd.Stage.Open(Sdf.Layer.FindOrOpen(request["root"]), session)
    pairs = zip(names, request["withProperties"])
    return {"answers": [None if name is None else isolated(stage, name, properties) for name, properties in pairs]}


def main():
    # The library may print what it likes; the answers go another way.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        try:
            result = answer(json.loads(line))
        except Exception as error:
            result = {"failed": repr(error)}
        print(json.dumps(result), file=answers, flush=True)


main()
