"""Answers requests on standard input, one JSON object a line.

`{"root": path, "expressions": [text, ...], "withProperties": [bool, ...]}` opens a stage and answers `{"answers": [answer, ...]}`, for
each expression an object: `searched` has the paths that UsdComputeIncludedPathsFromCollection finds among the prims of the default
predicate and among all prims, `matched` those that UsdCollectionMembershipQuery.IsPathIncluded includes. An expression that cannot be
evaluated has null; one on which the library crashes has "crashed".
"""

import json
import os
import resource
import signal
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


def isolated(stage, questions):
    """The results of `evaluate` in a process of its own, up to the question on which the library crashes."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            # The library would write a report of each crash, which takes most of the time.
            for each in (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE):
                signal.signal(each, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            with os.fdopen(writing, "w") as out:
                for name, with_properties in questions:
                    print(json.dumps(evaluate(stage, name, with_properties)), file=out, flush=True)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as source:
        lines = source.readlines()
    os.waitpid(child, 0)
    found = [json.loads(line) for line in lines if line.endswith("\n")]
    return found if len(found) == len(questions) else [*found, "crashed"]


def evaluate_all(stage, questions):
    found = []
    while len(found) < len(questions):
        found += isolated(stage, questions[len(found) :])
    return found


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
    questions = [(name, properties) for name, properties in zip(names, request["withProperties"]) if name is not None]
    found = iter(evaluate_all(stage, questions))
    return {"answers": [None if name is None else next(found) for name in names]}


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
