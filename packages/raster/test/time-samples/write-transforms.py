"""Writes transforms.json: matrices of animated transformations, as the reference implementation evaluates them.

    pip install usd-core && python write-transforms.py > transforms.json
"""

import json
from pxr import Sdf, Usd, UsdGeom

PRIMS = """
def Xform "Translate"
{
    double3 xformOp:translate.timeSamples = { 0: (1, 2, 3), 10: (5, -2, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
def Xform "Common"
{
    double3 xformOp:translate = (1, 2, 3)
    float3 xformOp:rotateXYZ.timeSamples = { 0: (0, 0, 0), 10: (30, 60, 90) }
    float3 xformOp:scale.timeSamples = { 0: (1, 1, 1), 10: (2, 3, 4) }
    float3 xformOp:translate:pivot = (1, 0, -1)
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:translate:pivot", "xformOp:rotateXYZ", "xformOp:scale", "!invert!xformOp:translate:pivot"]
}
def Xform "Orient"
{
    quatf xformOp:orient.timeSamples = { 0: (1, 0, 0, 0), 10: (0.70710678, 0, 0.70710678, 0) }
    uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:orient"]
}
def Xform "Splines"
{
    double xformOp:translateX.spline = { 0: 1; post curve (2, 1), 10: 5; pre (3, 0) }
    float xformOp:rotateZ.spline = { post: linear, 0: 0; post linear, 5: 90 }
    uniform token[] xformOpOrder = ["xformOp:translateX", "xformOp:rotateZ"]
}
def Xform "Matrix"
{
    matrix4d xformOp:transform.timeSamples = { 0: ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)), 10: ((2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (4, 5, 6, 1)) }
    double3 xformOp:translate.timeSamples = { 2: (1, 0, 0), 4: (0, 1, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:transform"]
}
def Xform "Held"
{
    float xformOp:rotateY.timeSamples = { 0: 10, 5: None, 8: 40 }
    double3 xformOp:scale = (2, 2, 2)
    uniform token[] xformOpOrder = ["xformOp:rotateY", "xformOp:scale", "xformOp:translate"]
}
"""
TIMES = [-3, 0, 2.5, 4, 5, 7, 8, 10, 12]
TEXT = "#usda 1.1\n" + PRIMS
layer = Sdf.Layer.CreateAnonymous(".usda")
layer.ImportFromString(TEXT)
stage = Usd.Stage.Open(layer)
matrices = {}
for prim in stage.GetPseudoRoot().GetChildren():
    xformable = UsdGeom.Xformable(prim)
    matrices[prim.GetName()] = [[n for row in xformable.GetLocalTransformation(time) for n in row] for time in TIMES]
print(json.dumps({"text": TEXT, "times": TIMES, "matrices": matrices}))
