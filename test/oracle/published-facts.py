"""For each request {"stage", "scene", "time"} on standard input a line of JSON: area and bounds of the meshes of a stage with Z up, turned to
Y up, as OpenUSD computes them, and what differs of the cameras of the scene that was published of it.
"""

import json
import sys
import traceback

from pxr import Gf, Usd, UsdGeom, UsdSkel

#: From Z up to Y up.
TURN = Gf.Matrix4d(1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1)


def placed_meshes(stage, time):
    """Meshes with the matrices of all their places."""
    xforms = UsdGeom.XformCache(time)
    prims = iter(Usd.PrimRange(stage.GetPseudoRoot(), Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)))
    for prim in prims:
        if prim.IsA(UsdGeom.PointInstancer):
            prims.PruneChildren()
            instancer = UsdGeom.PointInstancer(prim)
            world = xforms.GetLocalToWorldTransform(prim)
            indices = instancer.GetProtoIndicesAttr().Get(time)
            matrices = instancer.ComputeInstanceTransformsAtTime(time, time)
            for number, target in enumerate(instancer.GetPrototypesRel().GetTargets()):
                root = stage.GetPrimAtPath(target)
                for below in Usd.PrimRange(root, Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)):
                    if below.IsA(UsdGeom.Mesh):
                        own = xforms.ComputeRelativeTransform(below, root)[0] if below != root else Gf.Matrix4d(1)
                        yield below, [own * m * world for m, index in zip(matrices, indices) if index == number]
        elif prim.IsA(UsdGeom.Mesh) and UsdGeom.Imageable(prim).ComputeVisibility(time) != "invisible":
            yield prim, [xforms.GetLocalToWorldTransform(prim)]


def measure(stage, time):
    area, bounds = 0.0, Gf.Range3d()
    for prim, matrices in placed_meshes(stage, time):
        mesh = UsdGeom.Mesh(prim)
        points = mesh.GetPointsAttr().Get(time)
        counts = mesh.GetFaceVertexCountsAttr().Get(time)
        indices = mesh.GetFaceVertexIndicesAttr().Get(time)
        for matrix in matrices:
            world = [(matrix * TURN).Transform(Gf.Vec3d(p)) for p in points]
            at = 0
            for count in counts:
                corners = [world[i] for i in indices[at : at + count]]
                at += count
                for corner in corners:
                    bounds.UnionWith(corner)
                for b, c in zip(corners[1:], corners[2:]):
                    area += Gf.Cross(b - corners[0], c - corners[0]).GetLength() / 2
    return area, list(bounds.GetMin()), list(bounds.GetMax())


def camera_differences(stage, scene, time):
    found = []
    published = {str(prim.GetPath()): prim for prim in scene.Traverse() if prim.IsA(UsdGeom.Camera)}
    for prim in stage.Traverse():
        if not prim.IsA(UsdGeom.Camera):
            continue
        path = str(prim.GetPath())
        if path not in published:
            found.append(f"{path}: not published")
            continue
        ours = UsdGeom.Camera(published[path]).GetCamera(Usd.TimeCode.Default())
        theirs = UsdGeom.Camera(prim).GetCamera(time)
        if not Gf.IsClose(ours.transform, theirs.transform * TURN, 1e-9):
            found.append(f"{path}: is at {ours.transform}, expected {theirs.transform * TURN}")
        for name in ("focalLength", "horizontalAperture", "verticalAperture", "focusDistance", "fStop"):
            if abs(getattr(ours, name) - getattr(theirs, name)) > 1e-5 * max(1, abs(getattr(theirs, name))):
                found.append(f"{path}.{name}: {getattr(ours, name)}, expected {getattr(theirs, name)}")
        if ours.clippingRange != theirs.clippingRange:
            found.append(f"{path}.clippingRange: {ours.clippingRange}, expected {theirs.clippingRange}")
    return found


for line in sys.stdin:
    request = json.loads(line)
    try:
        stage, scene = Usd.Stage.Open(request["stage"]), Usd.Stage.Open(request["scene"], Usd.Stage.LoadNone)
        time = Usd.TimeCode(request["time"])
        area, least, most = measure(stage, time)
        skeletons = any(prim.IsA(UsdSkel.Root) for prim in stage.Traverse())
        cameras = camera_differences(stage, scene, time)
        answer = {"area": area, "min": least, "max": most, "hasSkeletons": skeletons, "cameras": cameras}
    except Exception as error:
        answer = {"failed": f"{type(error).__name__}: {error}: {traceback.format_exc()[-400:]}"}
    print(json.dumps(answer), flush=True)
