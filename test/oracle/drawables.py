"""Prints, for each request {"root"} on standard input, the shapes that OpenUSD has for it: a line of JSON each.

Bounds are those of the points (or of the computed extent of shapes) in the world; faces count as triangles.
"""

import json
import sys

from pxr import Gf, Usd, UsdGeom

EARLIEST = Usd.TimeCode.EarliestTime()
SHAPES = ("Cube", "Sphere", "Cylinder", "Cylinder_1", "Cone", "Capsule", "Capsule_1", "Plane")


def bounds_of(points, matrix):
    box = Gf.Range3d()
    for point in points:
        box.UnionWith(matrix.Transform(Gf.Vec3d(point)))
    return [*box.GetMin(), *box.GetMax()]


def corners(extent):
    low, high = extent
    return [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]


def rows(stage):
    time = Usd.TimeCode(stage.GetStartTimeCode()) if stage.HasAuthoredTimeCodeRange() else EARLIEST
    cache = UsdGeom.XformCache(time)
    inside = Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)
    iterator = iter(Usd.PrimRange(stage.GetPseudoRoot(), inside))
    for prim in iterator:
        if prim.IsA(UsdGeom.PointInstancer):
            iterator.PruneChildren()
            continue
        name = prim.GetTypeName()
        if name != "Mesh" and name not in SHAPES:
            continue
        imageable = UsdGeom.Imageable(prim)
        if imageable.ComputeVisibility(time) == "invisible" or imageable.ComputePurpose() not in ("default", "render"):
            continue
        matrix = cache.GetLocalToWorldTransform(prim)
        row = {"path": str(prim.GetPath())}
        if name == "Mesh":
            mesh = UsdGeom.Mesh(prim)
            points = mesh.GetPointsAttr().Get(time) or []
            counts = mesh.GetFaceVertexCountsAttr().Get(time) or []
            indices = mesh.GetFaceVertexIndicesAttr().Get(time) or []
            valid, _ = UsdGeom.Mesh.ValidateTopology(indices, counts, len(points))
            if not valid or not len(points) or not len(counts):
                continue
            used = [points[i] for i in set(indices)]
            holes = set(mesh.GetHoleIndicesAttr().Get(time) or [])
            triangles = sum(max(0, count - 2) for face, count in enumerate(counts) if face not in holes)
            row.update(bounds=bounds_of(used, matrix), triangles=triangles)
        else:
            extent = UsdGeom.Boundable.ComputeExtentFromPlugins(UsdGeom.Boundable(prim), time)
            if extent is None:
                continue
            row.update(bounds=bounds_of(corners(extent), matrix))
        yield row


for line in sys.stdin:
    path = json.loads(line)["root"]
    try:
        stage = Usd.Stage.Open(path)
        result = {"shapes": list(rows(stage))}
    except Exception as error:  # the file is not a stage for OpenUSD
        result = {"error": str(error).splitlines()[0][:200]}
    print(json.dumps(result), flush=True)
