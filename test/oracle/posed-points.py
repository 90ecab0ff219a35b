"""Prints, for each request {"root", "times"} on standard input, where OpenUSD has the points of all Mesh prims: a line of JSON each.

Points and normals are in the world, posed by skeletons and blend shapes.
"""

import json
import sys

from pxr import Gf, Usd, UsdGeom, UsdSkel, Vt

PROXIES = Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)


def skeleton_roots(stage):
    iterator = iter(Usd.PrimRange(stage.GetPseudoRoot(), PROXIES))
    for prim in iterator:
        if prim.IsA(UsdSkel.Root):
            yield UsdSkel.Root(prim)
            iterator.PruneChildren()


def queries_of(stage):
    """Returns the skinning query and the skeleton query of each prim that is bound to a skeleton."""
    found = {}
    for root in skeleton_roots(stage):
        cache = UsdSkel.Cache()
        cache.Populate(root, PROXIES)
        for binding in cache.ComputeSkelBindings(root, PROXIES):
            skeleton = cache.GetSkelQuery(binding.GetSkeleton())
            for query in binding.GetSkinningTargets():
                found[str(query.GetPrim().GetPath())] = (cache, query, skeleton, binding.GetSkeleton().GetPrim())
    return found


def shaped(points, query, skeleton, time):
    """Applies blend shapes to points; returns whether there are any."""
    animation = skeleton.GetAnimQuery()
    if not query.HasBlendShapes() or not animation:
        return False
    weights = animation.ComputeBlendShapeWeights(time)
    if weights is None:
        return False
    mapper = query.GetBlendShapeMapper()
    if mapper:
        weights = mapper.Remap(weights)
    shapes = UsdSkel.BlendShapeQuery(UsdSkel.BindingAPI(query.GetPrim()))
    sub_weights, blend_indices, sub_indices = shapes.ComputeSubShapeWeights(weights)
    indices = shapes.ComputeBlendShapePointIndices()
    offsets = shapes.ComputeSubShapePointOffsets()
    for weight, blend, sub in zip(sub_weights, blend_indices, sub_indices):
        if abs(weight) <= 1e-6 or len(offsets[sub]) == 0:
            continue
        where = indices[blend] if len(indices[blend]) else range(len(offsets[sub]))
        for point, offset in zip(where, offsets[sub]):
            points[point] = points[point] + offset * weight
    return True


def is_rotation(matrix):
    rows = [Gf.Vec3d(*matrix.GetRow3(i)) for i in range(3)]
    return all(abs(Gf.Dot(a, b) - (a is b)) < 1e-5 for a in rows for b in rows)


def ordered(transforms, query, skeleton):
    """Returns the transforms of the joints that a prim names, as BakeSkinning has them: others do not move."""
    names = query.GetJointOrder()
    if names is None:
        return transforms
    known = {name: transforms[i] for i, name in enumerate(skeleton.GetJointOrder())}
    return Vt.Matrix4dArray([known.get(name, Gf.Matrix4d(1)) for name in names])


def skinned(points, normals, query, transforms, time):
    """Returns points, and normals by point, in the space of the skeleton."""
    influences = query.ComputeVaryingJointInfluences(len(points), time)
    if influences is None:
        return None, None
    indices, weights = influences
    count = query.GetNumInfluencesPerComponent()
    method, bind = query.GetSkinningMethod(), query.GetGeomBindTransform(time)
    array = Vt.Vec3fArray(points)
    if not UsdSkel.SkinPoints(method, bind, transforms, indices, weights, count, array, True):
        return None, None
    # With dual quaternions and joints that scale or shear, it takes another rotation for normals than for points.
    if normals is None or (method == "dualQuaternion" and not all(is_rotation(m) for m in transforms)):
        return list(array), None
    turned = Vt.Matrix3dArray([m.ExtractRotationMatrix().GetInverse().GetTranspose() for m in transforms])
    bind = bind.ExtractRotationMatrix().GetInverse().GetTranspose()
    directions = Vt.Vec3fArray(normals)
    done = UsdSkel.SkinNormals(method, bind, turned, indices, weights, count, directions, True)
    return list(array), list(directions) if done else None


def rows(stage, time):
    queries = queries_of(stage)
    xforms = UsdGeom.XformCache(time)
    for prim in Usd.PrimRange(stage.GetPseudoRoot(), PROXIES):
        if not prim.IsA(UsdGeom.Mesh):
            continue
        mesh = UsdGeom.Mesh(prim)
        points = mesh.GetPointsAttr().Get(time)
        normals = mesh.GetNormalsAttr().Get(time)
        interpolation = mesh.GetNormalsInterpolation()
        points = [Gf.Vec3f(p) for p in points] if points else []
        normals = [Gf.Vec3f(n) for n in normals] if normals else None
        matrix = xforms.GetLocalToWorldTransform(prim)
        path = str(prim.GetPath())
        if path in queries:
            _, query, skeleton, skeleton_prim = queries[path]
            if shaped(points, query, skeleton, time):
                # The offsets of normals are not part of the API.
                normals = None
            transforms = skeleton.ComputeSkinningTransforms(time) if query.HasJointInfluences() else None
            to_world = xforms.GetLocalToWorldTransform(skeleton_prim)
            if transforms:
                transforms = ordered(transforms, query, skeleton)
            if transforms and query.IsRigidlyDeformed():
                indices, weights = query.ComputeJointInfluences(time) or ([-1], [])
                bind = query.GetGeomBindTransform(time)
                rigid = None
                # With invalid indices it returns the identity.
                if all(0 <= i < len(transforms) for i in indices):
                    rigid = UsdSkel.SkinTransform(query.GetSkinningMethod(), bind, transforms, indices, weights)
                if rigid is not None:
                    matrix = Gf.Matrix4d(rigid) * to_world
            elif transforms:
                by_point = normals if interpolation == "vertex" else None
                moved, normals = skinned(points, by_point, query, transforms, time)
                if moved is not None:
                    points, matrix = moved, to_world
        inverse = matrix.ExtractRotationMatrix().GetInverse().GetTranspose()
        world = [list(matrix.Transform(Gf.Vec3d(p))) for p in points]
        turned = None
        if normals is not None and interpolation == "vertex" and mesh.GetSubdivisionSchemeAttr().Get() == "none":
            turned = [list((Gf.Vec3d(n) * inverse).GetNormalized()) for n in normals]
        yield {"path": path, "points": world, "normals": turned}


if __name__ == "__main__":
    for line in sys.stdin:
        request = json.loads(line)
        try:
            stage = Usd.Stage.Open(request["root"])
            result = {"times": [list(rows(stage, Usd.TimeCode(time))) for time in request["times"]]}
        except Exception as error:  # the file is not a stage for OpenUSD
            result = {"error": (repr(error) + __import__("traceback").format_exc())[-300:]}
        print(json.dumps(result), flush=True)
