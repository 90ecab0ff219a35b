"""Makes test/fixtures/*.json: what the reference implementation (usd-core 26.11) makes of transformations and cameras.

    python scripts/reference-tables.py

Each case is a text, and the numbers that the reference gives for it. Numbers that are not finite are left out of the cases.
"""

import itertools
import json
import random
from pathlib import Path

from pxr import Gf, Sdf, Usd, UsdGeom

FIXTURES = Path(__file__).resolve().parent.parent / "test" / "fixtures"
RANDOM = random.Random(20261121)
DEFAULT = Usd.TimeCode.Default()

VECTORS = {"half": "half3", "float": "float3", "double": "double3"}
QUATERNIONS = {"half": "quath", "float": "quatf", "double": "quatd"}
EULERS = ["rotate" + "".join(axes) for axes in itertools.permutations("XYZ")]
MATRIX = "((0.8, 0.3, -0.2, 0), (-0.25, 1.1, 0.4, 0), (0.15, -0.35, 0.9, 0), (3.5, -2.25, 7.125, 1))"


def stage_of(text):
    layer = Sdf.Layer.CreateAnonymous(".usda")
    layer.ImportFromString(text)
    # Keeps a reference, as the layer is freed with its last one.
    return Usd.Stage.Open(layer), layer


def flat(matrix):
    return [matrix[row][column] for row in range(4) for column in range(4)]


def scene(attributes, order, type_name="Xform"):
    lines = [f"    {line}" for line in attributes]
    if order is not None:
        lines.append("    uniform token[] xformOpOrder = " + json.dumps(order))
    return f'#usda 1.0\n\ndef {type_name} "A"\n{{\n' + "\n".join(lines) + "\n}\n"


def op_case(title, attributes, order):
    text = scene(attributes, order)
    stage, _layer = stage_of(text)
    prim = UsdGeom.Xformable(stage.GetPrimAtPath("/A"))
    return {
        "title": title,
        "text": text,
        "matrix": flat(prim.GetLocalTransformation(DEFAULT)),
        "resetsXformStack": prim.GetResetXformStack(),
        "ops": [op.GetOpName() for op in prim.GetOrderedXformOps()],
    }


def op_of(name, precision):
    """An attribute of this type and precision, with a value."""
    if name == "transform":
        return f"matrix4d xformOp:transform = {MATRIX}"
    if name == "orient":
        return f"{QUATERNIONS[precision]} xformOp:orient = (0.36, 0.48, -0.64, 0.48)"
    if name in ("translate", "scale") or name in EULERS:
        return f"{VECTORS[precision]} xformOp:{name} = (0.1, -2.5, 33.3)"
    return f"{precision} xformOp:{name} = 33.3"


def every_op():
    single = [f"{kind}{axis}" for kind in ("translate", "scale", "rotate") for axis in "XYZ"]
    for name in [*single, "translate", "scale", *EULERS, "orient", "transform"]:
        for precision in ["double"] if name == "transform" else VECTORS:
            for prefix in ("", "!invert!"):
                entry = f"{prefix}xformOp:{name}"
                yield op_case(f"{prefix}{name}, {precision}", [op_of(name, precision)], [entry])


PIVOTED = [
    "double3 xformOp:translate = (1, 2, 3)",
    "float3 xformOp:translate:pivot = (0.5, -0.25, 4)",
    "float3 xformOp:rotateXYZ = (30, 45, 60)",
    "float3 xformOp:scale = (2, 0.5, 1.25)",
    "quatf xformOp:orient = (0.5, 0.5, 0.5, 0.5)",
    f"matrix4d xformOp:transform = {MATRIX}",
    f"matrix4d xformOp:transform:offset = {MATRIX}",
    "double xformOp:rotateY:spin = 12.5",
    "half3 xformOp:scale:second = (1, 3, 2)",
    "double3 xformOp:translate:a:b = (9, 8, 7)",
]


def named(*names):
    return [("!invert!xformOp:" + n[1:]) if n.startswith("-") else n if n.startswith("!") else "xformOp:" + n for n in names]


def by_hand():
    reset = "!resetXformStack!"
    pivot = named("translate:pivot", "rotateXYZ", "scale", "-translate:pivot")
    cases = {
        "pivot": pivot,
        "translate, then about a pivot": named("translate") + pivot,
        "reset first": [reset, *pivot],
        "reset last": [*pivot, reset],
        "reset in the middle": [*named("translate"), reset, *named("scale")],
        "reset twice": [reset, *named("translate"), reset, *named("rotateXYZ", "translate")],
        "reset alone": [reset],
        "no op": [],
        "one op twice": named("translate", "scale", "translate"),
        "an op beside its inverse": named("rotateXYZ", "-rotateXYZ", "translate"),
        "an inverse beside its op": named("translate", "-rotateXYZ", "rotateXYZ", "scale"),
        "an op and its inverse around another": named("rotateXYZ", "scale", "-rotateXYZ"),
        "two matrices": named("transform", "transform:offset"),
        "a matrix and the inverse of another": named("transform", "-transform:offset"),
        "a matrix among others": named("translate", "transform", "rotateY:spin"),
        "inverse of all": named("-scale", "-rotateXYZ", "-translate"),
        "orient": named("translate", "orient", "scale"),
        "orient inverted": named("translate", "-orient", "scale:second"),
        "a suffix of two words": named("translate:a:b", "scale:second"),
        "an op that is missing": named("translate", "rotateZ", "scale"),
        "the inverse of a missing op": named("translate", "-rotateZ:x", "scale"),
        "a name that is none": ["translate", *named("scale")],
        "inverted twice": ["!invert!!invert!xformOp:translate", *named("scale")],
        "case matters": ["xformOp:Translate", *named("scale")],
    }
    for title, order in cases.items():
        yield op_case(title, PIVOTED, order)
    yield op_case("no order", PIVOTED, None)
    half = "double3 xformOp:scale = (1, 2, 3)"
    for title, attribute in {
        "no value": "double3 xformOp:translate",
        "None": "double3 xformOp:translate = None",
        "time samples alone": "double3 xformOp:translate.timeSamples = { 1: (3, 4, 5) }",
        "a relationship": "rel xformOp:translate",
        "role colour": "color3f xformOp:translate = (3, 4, 5)",
        "role point": "point3d xformOp:translate = (3, 4, 5)",
        "frame4d is a matrix": f"frame4d xformOp:translate:x = {MATRIX}",
        "old name of a type": "Vec3d xformOp:translate = (3, 4, 5)",
    }.items():
        if "frame4d" in title:
            attribute, order = attribute.replace("translate:x", "transform"), named("transform", "scale")
        else:
            order = named("translate", "scale")
        yield op_case(title, [attribute, half], order)
    for quaternion in ["(1, 0, 0, 0)", "(0, 0, 0, 0)", "(3, 1, 0, 0)", "(0.5, 0.5, 0, 0)", "(-0.5, 2, 1, 0)", "(-1, 0, 0, 0)", "(0, 0, 1, 0)"]:
        yield op_case(f"orient {quaternion}", [f"quatd xformOp:orient = {quaternion}"], named("orient"))
    for angle in ["0", "90", "180", "-270", "360", "720.5", "1e7", "1e-9"]:
        yield op_case(f"turn by {angle}", [f"double xformOp:rotateX = {angle}"], named("rotateX"))
    # The reference reports a determinant below 1e-9 as an error.
    tiny = "((1e-2, 0, 0, 0), (0, 1e-3, 0, 0), (0, 0, 2e-3, 0), (1, 2, 3, 1))"
    yield op_case("inverse of a small one", [f"matrix4d xformOp:transform = {tiny}"], named("-transform"))
    projective = "((1, 0, 0, 0.5), (0, 2, 0, 0.25), (0, 0, 3, 0), (1, 2, 3, 1))"
    yield op_case("inverse of one that is not affine", [f"matrix4d xformOp:transform = {projective}"], named("-transform"))


def at_random():
    names = [line.split(" = ")[0].split(":", 1)[1] for line in PIVOTED]
    for number in range(40):
        chosen = [RANDOM.choice(names) for _ in range(RANDOM.randint(2, 8))]
        order = named(*[("-" if RANDOM.random() < 0.4 else "") + name for name in chosen])
        if RANDOM.random() < 0.3:
            order.insert(RANDOM.randint(0, len(order)), "!resetXformStack!")
        yield op_case(f"at random {number}", PIVOTED, order)


def number(low, high):
    return repr(round(RANDOM.uniform(low, high), 4))


def pose():
    """A matrix that moves and turns."""
    turn = Gf.Rotation(Gf.Vec3d(RANDOM.uniform(-1, 1), RANDOM.uniform(-1, 1), RANDOM.uniform(-1, 1)), RANDOM.uniform(-180, 180))
    move = Gf.Vec3d(*(RANDOM.uniform(-100, 100) for _ in range(3)))
    return Gf.Matrix4d(turn, move)


def usda_matrix(matrix):
    return "(" + ", ".join("(" + ", ".join(repr(matrix[r][c]) for c in range(4)) + ")" for r in range(4)) + ")"


def placed(name, type_name, matrix, reset, inner, extra=""):
    order = '["!resetXformStack!", "xformOp:transform"]' if reset else '["xformOp:transform"]'
    place = "" if matrix is None else (
        f"    matrix4d xformOp:transform = {usda_matrix(matrix)}\n    uniform token[] xformOpOrder = {order}\n"
    )
    body = "\n".join("    " + line if line else "" for line in inner.splitlines())
    return f'def {type_name} "{name}"\n{{\n{extra}{place}{body}\n}}\n'


def world_cases():
    """Nested prims, some of which reset the stack or have no place."""
    for case in range(30):
        depth = RANDOM.randint(1, 9)
        text, path = "", ""
        for level in reversed(range(depth)):
            last = level == depth - 1
            kind = RANDOM.choice(["Mesh", "Camera", "Xform"]) if last else RANDOM.choice(["Xform", "Xform", "Scope", "Mesh"])
            has_place = kind != "Scope" and RANDOM.random() < 0.85
            matrix = pose() if has_place else None
            if matrix is not None and RANDOM.random() < 0.4:
                matrix = Gf.Matrix4d().SetScale(Gf.Vec3d(*(RANDOM.uniform(0.2, 4) for _ in range(3)))) * matrix
            text = placed(f"P{level}", kind, matrix, RANDOM.random() < 0.1, text)
        path = "".join(f"/P{level}" for level in range(depth))
        text = "#usda 1.0\n\n" + text
        stage, _layer = stage_of(text)
        cache = UsdGeom.XformCache(DEFAULT)
        yield {"title": f"nested {case}, depth {depth}", "text": text, "path": path,
               "matrix": flat(cache.GetLocalToWorldTransform(stage.GetPrimAtPath(path)))}


POLICIES = ["expandAperture", "cropAperture", "adjustApertureWidth", "adjustApertureHeight"]


def conformed(window, policy, aspect):
    """The frustum's window for an image of this aspect: the middle stays (CameraUtilConformedWindow)."""
    size = window.GetSize()
    wider = aspect > size[0] / size[1]
    width = policy == "adjustApertureWidth" or (policy == "expandAperture" and wider) or (policy == "cropAperture" and not wider)
    half = Gf.Vec2d(size[1] * aspect, size[1]) / 2 if width else Gf.Vec2d(size[0], size[0] / aspect) / 2
    middle = window.GetMidpoint()
    return Gf.Range2d(middle - half, middle + half)


def camera_cases():
    for case in range(72):
        projection = "orthographic" if case % 3 == 2 else "perspective"
        lines = []
        if case > 0:
            near = RANDOM.uniform(0.01, 10)
            lines = [
                f'    token projection = "{projection}"',
                f"    float2 clippingRange = ({near!r}, {near * RANDOM.uniform(2, 10000)!r})",
                f"    float focalLength = {number(8, 300)}",
                f"    float horizontalAperture = {number(5, 70)}",
                f"    float verticalAperture = {number(5, 70)}",
            ]
        extra = "".join(line + "\n" for line in lines)
        text = placed("Parent", "Xform", pose(), False, placed("Camera", "Camera", pose(), False, "", extra))
        text = "#usda 1.0\n\n" + text
        stage, _layer = stage_of(text)
        prim = UsdGeom.Camera(stage.GetPrimAtPath("/Parent/Camera"))
        camera = prim.GetCamera(DEFAULT)
        offsets = [0.0, 0.0]
        if case % 4 == 3:
            offsets = [float(Gf.Vec2f(RANDOM.uniform(-9, 9), 0)[0]), float(Gf.Vec2f(RANDOM.uniform(-9, 9), 0)[0])]
            camera.horizontalApertureOffset, camera.verticalApertureOffset = offsets
        options = {"horizontalApertureOffset": offsets[0], "verticalApertureOffset": offsets[1]}
        frustum = camera.frustum
        if case % 2 == 1:
            options["policy"], options["aspect"] = POLICIES[case // 2 % 4], RANDOM.uniform(0.3, 3)
            frustum.window = conformed(frustum.window, options["policy"], options["aspect"])
        local = Gf.Frustum(frustum)
        local.SetPosition(Gf.Vec3d(0))
        local.SetRotation(Gf.Rotation(Gf.Vec3d.XAxis(), 0))
        yield {
            "title": f"{projection} {case}",
            "text": text,
            "path": "/Parent/Camera",
            "options": options,
            "worldMatrix": flat(camera.transform),
            "projection": flat(frustum.ComputeProjectionMatrix()),
            "view": flat(frustum.ComputeViewMatrix()),
            "corners": [list(corner) for corner in frustum.ComputeCorners()],
            "cornersInCamera": [list(corner) for corner in local.ComputeCorners()],
            # Single precision in the reference.
            "fieldOfView": [camera.GetFieldOfView(Gf.Camera.FOVHorizontal), camera.GetFieldOfView(Gf.Camera.FOVVertical)],
        }


def write(name, cases):
    cases = list(cases)
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    (FIXTURES / name).write_text(f"[\n{lines}\n]\n")
    print(f"{name}: {len(cases)} cases")


if __name__ == "__main__":
    FIXTURES.mkdir(parents=True, exist_ok=True)
    write("local-transformations.json", itertools.chain(every_op(), by_hand(), at_random()))
    write("world-transformations.json", world_cases())
    write("cameras.json", camera_cases())
