"""Writes reference.json: values of attributes between their time samples, as the reference implementation gives them.

    pip install usd-core && python write-reference.py > reference.json
"""

import json
from pxr import Usd

ATTRIBUTES = """
float a.timeSamples = { 1: 10, 3: 20, 7: -4 }
double b.timeSamples = { 0: 0.1, 10: 0.7 }
half c.timeSamples = { 0: 1, 10: 2 }
float2 d.timeSamples = { -2: (1, 2), 4: (5, -6) }
double3 e.timeSamples = { 0: (1, 2, 3), 1: (2, 4, 8), 2: (0, 0, 0) }
matrix4d f.timeSamples = { 0: ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)), 8: ((0, 1, 0, 0), (-1, 0, 0, 0), (0, 0, 1, 0), (3, 5, 7, 1)) }
quatf g.timeSamples = { 0: (1, 0, 0, 0), 4: (0.70710678, 0.70710678, 0, 0), 8: (-0.70710678, 0, 0.70710678, 0) }
quatd h.timeSamples = { 0: (1, 0, 0, 0), 4: (0.999999999, 0.00004, 0, 0) }
float[] i.timeSamples = { 0: [1, 2], 4: [5, 10], 8: [1, 2, 3] }
int j.timeSamples = { 0: 1, 4: 9 }
token k.timeSamples = { 0: "perspective", 4: "orthographic" }
bool l.timeSamples = { 0: 0, 4: 1 }
float m.timeSamples = { 0: 1, 4: None, 8: 5 }
float n = 3
float n.timeSamples = { 2: None, 6: 1 }
timecode o.timeSamples = { 0: 1, 4: 3 }
color3f p.timeSamples = { 0: (0, 0, 0), 4: (1, 0.5, 0.25) }
float q.timeSamples = { 5: 42 }
float r = 8
quath s.timeSamples = { 0: (1, 0, 0, 0), 4: (0, 1, 0, 0) }
int2 t.timeSamples = { 0: (1, 2), 4: (3, 4) }
string u.timeSamples = { 0: "x", 4: "y" }
half3[] v.timeSamples = { 0: [(1, 2, 3)], 4: [(2, 4, 8)] }
"""
TIMES = [-5, 0, 0.25, 1, 1.5, 2, 3, 4, 5, 5.75, 6, 7, 7.9, 8, 10, 99]


def plain(value):
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if hasattr(value, "GetReal"):
        return [float(value.GetReal()), *(float(n) for n in value.GetImaginary())]
    if type(value).__name__ == "TimeCode":
        return float(value.GetValue())
    flat = []
    for item in value:
        part = plain(item)
        flat.extend(part if isinstance(part, list) else [float(part) if not isinstance(part, str) else part])
    return flat


TEXT = '#usda 1.0\ndef "A"\n{\n' + ATTRIBUTES + "}\n"
layer_file = "/tmp/usdkit-time-samples.usda"
with open(layer_file, "w") as out:
    out.write(TEXT)
stage = Usd.Stage.Open(layer_file)
prim = stage.GetPrimAtPath("/A")
values = {}
for attribute in prim.GetAttributes():
    found = []
    for time in TIMES:
        value = attribute.Get(time)
        if type(value).__name__ == "TimeCode":
            value = value.GetValue()
        found.append(plain(float(value) if type(value).__name__ == "SdfTimeCode" else value))
    values[attribute.GetName()] = found
print(json.dumps({"version": ".".join(str(n) for n in Usd.GetVersion()[1:]), "text": TEXT, "times": TIMES, "values": values}, indent=1))
