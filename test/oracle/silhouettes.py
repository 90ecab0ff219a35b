"""Draws, for each request {"root", "time", "camera"} on standard input, which prim is seen at each pixel: a line of JSON each.

Points, transforms, visibility, purposes, instances and skinning are OpenUSD's. Curved shapes are sampled from their definitions, and
triangles are filled with numpy: nothing is shared with the renderer that is compared.
"""

import base64
import importlib.util
import json
import math
import pathlib
import sys

import numpy as np
from pxr import Gf, Usd, UsdGeom

PROXIES = Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)
ROUND = 64
spec = importlib.util.spec_from_file_location("posed", pathlib.Path(__file__).with_name("posed-points.py"))
posed = importlib.util.module_from_spec(spec)
spec.loader.exec_module(posed)


def grid_triangles(rows, columns):
    at = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = at[:-1, :-1], at[:-1, 1:], at[1:, 1:], at[1:, :-1]
    return np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])


def revolved(profile, axis):
    angles = np.linspace(0, 2 * math.pi, ROUND + 1)
    radius, height = np.array(profile, float).T
    x, y = np.outer(radius, np.cos(angles)), np.outer(radius, np.sin(angles))
    z = np.repeat(height[:, None], ROUND + 1, 1)
    points = np.stack([x, y, z], -1).reshape(-1, 3)
    return along(points, axis), grid_triangles(len(profile), ROUND + 1)


def along(points, axis):
    """Z of the points is the axis."""
    order = {"Z": (0, 1, 2), "X": (2, 0, 1), "Y": (1, 2, 0)}[axis]
    return points[:, order]


def arc(radius, start, first, last):
    return [(radius * math.cos(a), start + radius * math.sin(a)) for a in np.linspace(first, last, 24)]


def value(prim, name, time, fallback):
    attribute = prim.GetAttribute(name)
    found = attribute.Get(time) if attribute else None
    return fallback if found is None else found


def shape(prim, time):
    """Points and triangles of a prim, in its own space."""
    name = prim.GetTypeName()
    get = lambda key, fallback: value(prim, key, time, fallback)
    if name == "Cube":
        half = get("size", 2.0) / 2
        corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half
        faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
        return corners, np.array([t for a, b, c, d in faces for t in ((a, b, c), (a, c, d))])
    if name == "Sphere":
        return revolved(arc(get("radius", 1.0), 0, -math.pi / 2, math.pi / 2), "Z")
    height, radius, axis = get("height", 2.0), get("radius", 1.0), get("axis", "Z")
    if name == "Cylinder":
        return revolved([(0, -height / 2), (radius, -height / 2), (radius, height / 2), (0, height / 2)], axis)
    if name == "Cylinder_1":
        low, high = get("radiusBottom", 1.0), get("radiusTop", 1.0)
        return revolved([(0, -height / 2), (low, -height / 2), (high, height / 2), (0, height / 2)], axis)
    if name == "Cone":
        return revolved([(0, -height / 2), (radius, -height / 2), (0, height / 2)], axis)
    if name == "Capsule":
        height, radius = get("height", 1.0), get("radius", 0.5)
        low = arc(radius, -height / 2, -math.pi / 2, 0)
        return revolved(low + arc(radius, height / 2, 0, math.pi / 2), axis)
    if name == "Plane":
        width, length = get("width", 2.0) / 2, get("length", 2.0) / 2
        # Length is along the next axis: of Z width is X and length is Y.
        corners = np.array([[-width, -length, 0], [width, -length, 0], [width, length, 0], [-width, length, 0]])
        if axis == "X":
            corners = corners[:, (2, 1, 0)]
        elif axis == "Y":
            corners = corners[:, (0, 2, 1)]
        return corners, np.array([(0, 1, 2), (0, 2, 3)])
    if name == "TetMesh":
        points, tets = np.array(get("points", []), float), prim.GetAttribute("tetVertexIndices").Get(time)
        faces = UsdGeom.TetMesh.ComputeSurfaceFaces(UsdGeom.TetMesh(prim), time) if tets else []
        return points, np.array([tuple(face) for face in faces], int)
    if name == "NurbsPatch":
        return nurbs_patch(get)
    return None


def basis(order, knots, count, t):
    """Values of all basis functions (Cox and de Boor)."""
    values = np.zeros(len(knots) - 1)
    span = max(i for i in range(order - 1, count) if knots[i] <= t or i == order - 1)
    values[span] = 1
    for degree in range(1, order):
        for i in range(len(knots) - 1 - degree):
            first, second = knots[i + degree] - knots[i], knots[i + degree + 1] - knots[i + 1]
            left = (t - knots[i]) / first * values[i] if first > 0 else 0
            right = (knots[i + degree + 1] - t) / second * values[i + 1] if second > 0 else 0
            values[i] = left + right
    return values[:count]


def nurbs_patch(get):
    u_count, v_count = get("uVertexCount", 0), get("vVertexCount", 0)
    points = np.array(get("points", []), float).reshape(v_count, u_count, 3)
    u_knots, v_knots = list(get("uKnots", [])), list(get("vKnots", []))
    u_order, v_order = get("uOrder", 4), get("vOrder", 4)
    weights = np.array(get("pointWeights", None) or np.ones(u_count * v_count), float).reshape(v_count, u_count)
    u = np.array([basis(u_order, u_knots, u_count, t) for t in np.linspace(u_knots[u_order - 1], u_knots[u_count], 40)])
    v = np.array([basis(v_order, v_knots, v_count, t) for t in np.linspace(v_knots[v_order - 1], v_knots[v_count], 40)])
    weighted = np.einsum("vj,ui,ji,jic->vuc", v, u, weights, points)
    total = np.einsum("vj,ui,ji->vu", v, u, weights)
    return (weighted / total[..., None]).reshape(-1, 3), grid_triangles(40, 40)


CUBIC = {
    "bezier": np.array([[-1, 3, -3, 1], [3, -6, 3, 0], [-3, 3, 0, 0], [1, 0, 0, 0]], float),
    "bspline": np.array([[-1, 3, -3, 1], [3, -6, 3, 0], [-3, 0, 3, 0], [1, 4, 1, 0]], float) / 6,
    "catmullRom": np.array([[-1, 3, -3, 1], [2, -5, 4, -1], [-1, 0, 1, 0], [0, 2, 0, 0]], float) / 2,
}


def curve_samples(prim, time):
    """Points of each curve, close to each other."""
    get = lambda key, fallback: value(prim, key, time, fallback)
    points, counts = np.array(get("points", []), float), get("curveVertexCounts", [])
    kind, name = get("type", "cubic"), get("basis", "bezier")
    first = 0
    for count in counts:
        own = points[first : first + count]
        first += count
        if prim.GetTypeName() == "BasisCurves" and kind == "cubic":
            step = 3 if name == "bezier" else 1
            t = np.linspace(0, 1, 13)
            powers = np.stack([t**3, t**2, t, np.ones_like(t)], -1) @ CUBIC[name]
            own = np.concatenate([powers @ own[i : i + 4] for i in range(0, count - 3, step)])
        yield own


def balls(centres, radii):
    points, triangles = revolved(arc(1.0, 0, -math.pi / 2, math.pi / 2)[::2], "Z")
    all_points = centres[:, None, :] + radii[:, None, None] * points[None]
    offsets = len(points) * np.arange(len(centres))
    return all_points.reshape(-1, 3), (triangles[None] + offsets[:, None, None]).reshape(-1, 3)


def tubes(curves, radius):
    points, triangles, count = [], [], 0
    for own in curves:
        for a, b in zip(own[:-1], own[1:]):
            line = b - a
            if not np.linalg.norm(line) > 0:
                continue
            across = np.cross(line, [1, 0, 0] if abs(line[0]) < abs(line[1]) else [0, 1, 0])
            across /= np.linalg.norm(across)
            up = np.cross(line, across) / np.linalg.norm(line)
            turns = np.linspace(0, 2 * math.pi, 17)
            ring = radius * (np.cos(turns)[:, None] * across + np.sin(turns)[:, None] * up)
            points += [a + ring, b + ring]
            triangles.append(grid_triangles(2, 17) + count)
            count += 34
    return np.concatenate(points), np.concatenate(triangles)


def parts(stage, time):
    """Paths with points in the world and triangles of all that is visible."""
    xforms = UsdGeom.XformCache(time)
    meshes = {row["path"]: np.array(row["points"], float) for row in posed.rows(stage, time)}
    iterator = iter(Usd.PrimRange(stage.GetPseudoRoot(), PROXIES))
    for prim in iterator:
        if prim.IsA(UsdGeom.PointInstancer):
            iterator.PruneChildren()
        imageable = UsdGeom.Imageable(prim)
        if not imageable or imageable.ComputeVisibility(time) == "invisible":
            continue
        if imageable.ComputePurpose() not in ("default", "render"):
            continue
        if prim.IsA(UsdGeom.PointInstancer):
            yield from instances(prim, xforms, time)
            continue
        found = part(prim, meshes, time)
        if found is None or len(found[0]) == 0 or len(found[1]) == 0:
            continue
        points, triangles = found
        if not prim.IsA(UsdGeom.Mesh):
            points = moved(points, xforms.GetLocalToWorldTransform(prim))
        yield str(prim.GetPath()), points, triangles


def moved(points, matrix):
    m = np.array(matrix)
    return points @ m[:3, :3] + m[3, :3]


def part(prim, meshes, time):
    get = lambda key, fallback: value(prim, key, time, fallback)
    name = prim.GetTypeName()
    if name == "Mesh":
        return meshes[str(prim.GetPath())], mesh_triangles(prim, time)
    if name == "Points":
        radii = np.array(get("widths", []), float) / 2
        centres = np.array(get("points", []), float)
        return balls(centres, np.broadcast_to(radii, len(centres)))
    if name in ("BasisCurves", "HermiteCurves"):
        return tubes(curve_samples(prim, time), get("widths", [0.1])[0] / 2)
    return shape(prim, time)


def mesh_triangles(prim, time):
    counts = value(prim, "faceVertexCounts", time, [])
    indices = value(prim, "faceVertexIndices", time, [])
    holes = set(value(prim, "holeIndices", time, []))
    triangles, first = [], 0
    for face, count in enumerate(counts):
        if face not in holes:
            triangles += [(indices[first], indices[first + i], indices[first + i + 1]) for i in range(1, count - 1)]
        first += count
    return np.array(triangles, int)


def instances(prim, xforms, time):
    instancer = UsdGeom.PointInstancer(prim)
    transforms = instancer.ComputeInstanceTransformsAtTime(time, time, UsdGeom.PointInstancer.IncludeProtoXform)
    which = instancer.GetProtoIndicesAttr().Get(time) or []
    mask = instancer.ComputeMaskAtTime(time)
    prototypes = instancer.GetPrototypesRel().GetForwardedTargets()
    to_world = xforms.GetLocalToWorldTransform(prim)
    if len(mask) > 0:
        which = [index for index, kept in zip(which, mask) if kept]
    for index, transform in zip(which, transforms):
        prototype = prim.GetStage().GetPrimAtPath(prototypes[index])
        for each in Usd.PrimRange(prototype):
            found = shape(each, time)
            if each.IsA(UsdGeom.Mesh):
                found = np.array(value(each, "points", time, []), float), mesh_triangles(each, time)
            if found is None:
                continue
            local = xforms.ComputeRelativeTransform(each, prototype)[0]
            points = moved(found[0], local * Gf.Matrix4d(transform) * to_world)
            yield str(prim.GetPath()), points, found[1]


def draw(stage, time, camera):
    width, height = camera["size"]
    to_camera = np.linalg.inv(np.array(camera["worldMatrix"]).reshape(4, 4))
    fx, fy = camera["scale"]
    ids = np.full((height, width), -1, int)
    depths = np.full((height, width), -np.inf)
    paths = {}
    for path, points, triangles in parts(stage, time):
        index = paths.setdefault(path, len(paths))
        p = points @ to_camera[:3, :3] + to_camera[3, :3]
        away = 1 / -p[:, 2] if camera["isPerspective"] else np.ones(len(p))
        # Nearer is greater, and linear over the image.
        near = away if camera["isPerspective"] else p[:, 2]
        x = width / 2 + fx * p[:, 0] * away
        y = height / 2 - fy * p[:, 1] * away
        fill(ids, depths, index, np.stack([x, y, near], -1)[triangles])
    return ids, list(paths)


def fill(ids, depths, index, triangles):
    height, width = ids.shape
    low = np.maximum(0, np.ceil(triangles[:, :, :2].min(1) - 0.5)).astype(int)
    high = np.minimum([width - 1, height - 1], np.floor(triangles[:, :, :2].max(1) - 0.5)).astype(int)
    for (a, b, c), (left, top), (right, bottom) in zip(triangles, low, high):
        if right < left or bottom < top:
            continue
        area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if area == 0:
            continue
        x = np.arange(left, right + 1)[None, :] + 0.5
        y = np.arange(top, bottom + 1)[:, None] + 0.5
        u = ((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x)) / area
        v = ((c[0] - x) * (a[1] - y) - (c[1] - y) * (a[0] - x)) / area
        w = 1 - u - v
        depth = u * a[2] + v * b[2] + w * c[2]
        place = np.s_[top : bottom + 1, left : right + 1]
        seen = (u >= 0) & (v >= 0) & (w >= 0) & (depth > depths[place])
        ids[place][seen] = index
        depths[place][seen] = depth[seen]


for line in sys.stdin:
    request = json.loads(line)
    try:
        stage = Usd.Stage.Open(request["root"])
        time = Usd.TimeCode(request["time"])
        ids, paths = draw(stage, time, request["camera"])
        result = {"ids": base64.b64encode(ids.astype("<i4").tobytes()).decode(), "paths": paths}
    except Exception as error:  # the file is not a stage for OpenUSD
        result = {"error": (repr(error) + __import__("traceback").format_exc())[-400:]}
    print(json.dumps(result), flush=True)
