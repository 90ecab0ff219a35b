"""Values, splines and list operations as plain data for the canonical JSON."""

import hashlib
import struct

from canonical_json import text
from pxr import Gf, Sdf, Ts

DIGEST_FROM = 65
ELEMENTS = {"?": "bool", "B": "u8", "b": "i8", "i": "i32", "I": "u32", "l": "i64", "q": "i64", "L": "u64", "Q": "u64"}
ELEMENTS |= {"e": "f16", "f": "f32", "d": "f64"}
QUIET_NAN = {"e": b"\x00\x7e", "f": b"\x00\x00\xc0\x7f", "d": b"\x00\x00\x00\x00\x00\x00\xf8\x7f"}


def components(vector):
    return [vector[i] for i in range(len(vector))]


def quaternion(value):
    return [value.GetReal(), *components(value.GetImaginary())]


def rows(matrix):
    size = matrix.dimension[0]
    return [[matrix[i][j] for j in range(size)] for i in range(size)]


QUATERNIONS = (Gf.Quath, Gf.Quatf, Gf.Quatd)
MATRICES = (Gf.Matrix2d, Gf.Matrix3d, Gf.Matrix4d)


def big(type_name):
    """Whether integers of a type are written as strings."""
    return type_name.removesuffix("[]") in ("int64", "uint64")


def scalar(value, wide=False):
    """One value that is no array; `wide` for 64-bit integers."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return str(value) if wide else value
    if isinstance(value, (float, str)):
        return value
    if isinstance(value, Sdf.AssetPath):
        return value.authoredPath if hasattr(value, "authoredPath") else value.path
    if isinstance(value, Sdf.PathExpression):
        return value.GetText()
    if isinstance(value, QUATERNIONS):
        return quaternion(value)
    if isinstance(value, MATRICES):
        return rows(value)
    if hasattr(value, "GetValue"):
        return value.GetValue()
    if hasattr(value, "__len__"):
        return components(value)
    raise TypeError(f"no JSON for {type(value)}")


def is_array(value):
    name = type(value).__name__
    return name.endswith("Array")


def strings(value):
    return [item if isinstance(item, str) else scalar(item) for item in value]


def array(value, wide):
    name = type(value).__name__
    if name in ("StringArray", "TokenArray", "AssetPathArray", "PathExpressionArray"):
        items = strings(value)
        if len(items) < DIGEST_FROM:
            return items
        digest = hashlib.sha256(text(items).encode()).hexdigest()
        return {"array": "string", "n": len(items), "sha256": digest, "first8": items[:8]}
    if len(value) < DIGEST_FROM:
        return [scalar(item, wide) for item in value]
    view = memoryview(value)
    data = view.tobytes()
    code = view.format[-1]
    shape = list(view.shape[1:])
    size = view.itemsize
    if name.startswith("Quat"):
        # From the order of memory, i j k real, to that of the text.
        step = size * 4
        data = b"".join(data[i + 3 * size : i + step] + data[i : i + 3 * size] for i in range(0, len(data), step))
    if code in QUIET_NAN:
        data = quiet(data, code)
    digest = hashlib.sha256(data).hexdigest()
    first = [scalar(value[i], wide) for i in range(8)]
    return {"array": ELEMENTS[code], "n": len(value), "shape": shape, "sha256": digest, "first8": first}


def quiet(data, code):
    """Makes every NaN the positive quiet one."""
    values = struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data)
    if not any(item != item for item in values):
        return data
    return b"".join(QUIET_NAN[code] if item != item else struct.pack(f"<{code}", item) for item in values)


def value_json(value, type_name=""):
    if isinstance(value, Sdf.ValueBlock):
        return {"block": True}
    if isinstance(value, Sdf.AnimationBlock):
        return {"animationBlock": True}
    if isinstance(value, Sdf.UnregisteredValue):
        return {"unregistered": value.value}
    if isinstance(value, Sdf.Path):
        return {"path": str(value)}
    if isinstance(value, Ts.Spline):
        return spline(value)
    name = type(value).__name__
    if name.endswith("ArrayEdit"):
        return {"arrayEdit": str(value)}
    if name == "OpaqueValue":
        return {"opaque": True}
    if is_array(value):
        return array(value, big(type_name))
    return scalar(value, big(type_name))


def enum_name(value, prefix):
    return str(value).rpartition(".")[2].removeprefix(prefix)


def extrapolation(value):
    mode = enum_name(value.mode, "Extrap")
    return {"mode": mode, "slope": value.slope} if mode == "Sloped" else {"mode": mode}


def tangent(width, slope, algorithm):
    return [width, scalar(slope), enum_name(algorithm, "TangentAlgorithm")]


def spline(value):
    result = {
        "curveType": enum_name(value.GetCurveType(), "CurveType"),
        "pre": extrapolation(value.GetPreExtrapolation()),
        "post": extrapolation(value.GetPostExtrapolation()),
        "knots": [],
    }
    loop = value.GetInnerLoopParams()
    numbers = [loop.protoStart, loop.protoEnd, loop.numPreLoops, loop.numPostLoops, loop.valueOffset]
    if any(numbers):
        result["loop"] = numbers
    knots = value.GetKnots()
    for time in knots:
        knot = knots[time]
        entry = {
            "time": knot.GetTime(),
            "value": scalar(knot.GetValue()),
            "next": enum_name(knot.GetNextInterpolation(), "Interp"),
            "preTan": tangent(knot.GetPreTanWidth(), knot.GetPreTanSlope(), knot.GetPreTanAlgorithm()),
            "postTan": tangent(knot.GetPostTanWidth(), knot.GetPostTanSlope(), knot.GetPostTanAlgorithm()),
        }
        if knot.IsDualValued():
            entry["preValue"] = scalar(knot.GetPreValue())
        custom = knot.GetCustomData()
        if custom:
            entry["customData"] = plain(custom)
        result["knots"].append(entry)
    return {"spline": result}


def plain(value):
    """A dictionary without types."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value_json(value)


OPERATIONS = ("added", "prepended", "appended", "deleted", "ordered")


def list_op(value):
    def items(name):
        return [list_item(item) for item in getattr(value, name + "Items")]

    if value.isExplicit:
        return {"explicit": items("explicit")}
    found = {name: items(name) for name in OPERATIONS}
    return {("reordered" if name == "ordered" else name): item for name, item in found.items() if item}


def list_item(item):
    if isinstance(item, (Sdf.Reference, Sdf.Payload)):
        offset = item.layerOffset
        result = {
            "asset": item.assetPath,
            "primPath": "" if item.primPath.isEmpty else str(item.primPath),
            "layerOffset": [offset.offset, offset.scale],
        }
        if isinstance(item, Sdf.Reference) and item.customData:
            result["customData"] = plain(dict(item.customData))
        return result
    if isinstance(item, Sdf.Path):
        return str(item)
    return item
