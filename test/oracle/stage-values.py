"""Answers requests on standard input, one JSON object a line: `{"root": path, "times": [...], "attributes": N}` answers with the
values of at most N attributes of a stage, the default first: `{"attributes": {path: {"samples": [...], "values": [[value, source],
...]}}}`. Values are canonical JSON as in dumps."""

import json
import os
import sys

from canonical_json import text
from dump_values import value_json
from pxr import Sdf, Usd

KINDS = {
    Usd.ResolveInfoSourceNone: "none",
    Usd.ResolveInfoSourceFallback: "fallback",
    Usd.ResolveInfoSourceDefault: "default",
    Usd.ResolveInfoSourceTimeSamples: "timeSamples",
    Usd.ResolveInfoSourceValueClips: "clip",
    Usd.ResolveInfoSourceSpline: "spline",
}


def plain(value, type_name):
    if value is None:
        return None
    # Dumps have the text of asset paths, values what expressions evaluate to.
    if isinstance(value, Sdf.AssetPath):
        return text(value.path)
    if isinstance(value, Sdf.AssetPathArray):
        value = Sdf.AssetPathArray([Sdf.AssetPath(each.path) for each in value])
    return text(value_json(value, type_of(value, type_name)))


def type_of(value, type_name):
    """The type of a value: that of the attribute, unless a layer authors an array of another type than the schema."""
    if not type_name.endswith("[]") or isinstance(value, (list, tuple)):
        return type_name
    own = Sdf.GetValueTypeNameForValue(value)
    return type_name if not own or own.type == Sdf.ValueTypeNames.Find(type_name).type else str(own)


def values(root, times, count):
    stage = Usd.Stage.Open(root)
    if stage is None:
        return {"refused": True}
    found = {}
    for prim in Usd.PrimRange.Stage(stage, Usd.PrimAllPrimsPredicate):
        for attribute in prim.GetAttributes():
            if len(found) == count:
                return {"attributes": found}
            type_name = str(attribute.GetTypeName())
            rows = []
            for time in [Usd.TimeCode.Default(), *(Usd.TimeCode(each) for each in times)]:
                kind = KINDS[attribute.GetResolveInfo(time).GetSource()]
                rows.append([plain(attribute.Get(time), type_name), kind])
            found[str(attribute.GetPath())] = {"samples": attribute.GetTimeSamples(), "values": rows}
    return {"attributes": found}


def main():
    # The library may print what it likes; the answers go another way.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = values(request["root"], request["times"], request["attributes"])
        except Exception as error:
            answer = {"refused": True} if "Failed to open layer" in str(error) else {"failed": repr(error)[:300]}
        print(json.dumps(answer), file=answers, flush=True)


main()
