"""Reads a GLB or glTF and evaluates it at a time, straight from the specification of glTF 2.0, without anything of this project."""

import base64
import json
import math
import os
import struct
import urllib.parse

FORMATS = {5120: ("b", 1), 5121: ("B", 1), 5122: ("h", 2), 5123: ("H", 2), 5125: ("I", 4), 5126: ("f", 4)}
SIZES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
DIVISORS = {5120: 127, 5121: 255, 5122: 32767, 5123: 65535}
IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]


def multiply(a, b):
    """Row vectors: a first, then b."""
    return [sum(a[4 * r + k] * b[4 * k + c] for k in range(4)) for r in range(4) for c in range(4)]


def transform(m, p):
    x, y, z = p
    return tuple(x * m[c] + y * m[4 + c] + z * m[8 + c] + m[12 + c] for c in range(3))


def trs(translation, rotation, scale):
    x, y, z, w = rotation
    n = math.sqrt(x * x + y * y + z * z + w * w) or 1
    x, y, z, w = x / n, y / n, z / n, w / n
    rows = [
        (1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
        (2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
        (2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)),
    ]
    matrix = []
    for row, s in zip(rows, scale):
        matrix += [value * s for value in row] + [0]
    return matrix + [*translation, 1]


def unit(q):
    n = math.sqrt(sum(v * v for v in q)) or 1
    return [v / n for v in q]


def slerp(a, b, t):
    # Rotations of integers are nearly of unit length.
    a, b = unit(a), unit(b)
    dot = sum(p * q for p, q in zip(a, b))
    sign = -1 if dot < 0 else 1
    angle = math.acos(min(1, abs(dot)))
    if angle < 1e-7:
        return [p + t * (sign * q - p) for p, q in zip(a, b)]
    s = math.sin(angle)
    return [(math.sin((1 - t) * angle) * p + sign * math.sin(t * angle) * q) / s for p, q in zip(a, b)]


class Gltf:
    def __init__(self, path):
        data = open(path, "rb").read()
        self.folder = os.path.dirname(path)
        self.cache = {}
        chunk = b""
        if data[:4] == b"glTF":
            length = struct.unpack_from("<I", data, 12)[0]
            self.json = json.loads(data[20 : 20 + length])
            chunk = data[28 + length :]
        else:
            self.json = json.loads(data)
        self.buffers = [self.file(buffer["uri"]) if "uri" in buffer else chunk for buffer in self.list("buffers")]

    def file(self, uri):
        """The bytes of a data URI, or of a file next to this one."""
        if uri.startswith("data:"):
            return base64.b64decode(uri[uri.index(",") + 1 :])
        return open(os.path.join(self.folder, urllib.parse.unquote(uri)), "rb").read()

    def list(self, name):
        return self.json.get(name, [])

    def view(self, index):
        view = self.json["bufferViews"][index]
        start = view.get("byteOffset", 0)
        return self.buffers[view["buffer"]][start : start + view["byteLength"]], view.get("byteStride")

    def raw(self, view, offset, component, size, count):
        letter, width = FORMATS[component]
        data, stride = self.view(view)
        stride = stride or width * size
        pattern = "<" + letter * size
        return [struct.unpack_from(pattern, data, offset + i * stride) for i in range(count)]

    def accessor(self, index):
        """Elements as tuples, normalized."""
        if index in self.cache:
            return self.cache[index]
        a = self.json["accessors"][index]
        size, component, count = SIZES[a["type"]], a["componentType"], a["count"]
        if "bufferView" in a:
            values = self.raw(a["bufferView"], a.get("byteOffset", 0), component, size, count)
        else:
            values = [(0,) * size] * count
        if "sparse" in a:
            s = a["sparse"]
            places = self.raw(s["indices"]["bufferView"], s["indices"].get("byteOffset", 0), s["indices"]["componentType"], 1, s["count"])
            changed = self.raw(s["values"]["bufferView"], s["values"].get("byteOffset", 0), component, size, s["count"])
            values = list(values)
            for (place,), value in zip(places, changed):
                values[place] = value
        if a.get("normalized"):
            d = DIVISORS[component]
            values = [tuple(max(v / d, -1) for v in value) for value in values]
        self.cache[index] = values
        return values

    def animated(self, animation, time):
        """By node and path, the values that an animation gives at a time."""
        found = {}
        if animation is None:
            return found
        a = self.json["animations"][animation]
        for channel in a["channels"]:
            node, path = channel["target"].get("node"), channel["target"]["path"]
            if node is None or path not in ("translation", "rotation", "scale", "weights"):
                continue
            sampler = a["samplers"][channel["sampler"]]
            times = [t for (t,) in self.accessor(sampler["input"])]
            flat = [v for value in self.accessor(sampler["output"]) for v in value]
            kind = sampler.get("interpolation", "LINEAR")
            parts = 3 if kind == "CUBICSPLINE" else 1
            size = len(flat) // (len(times) * parts)

            def value(key, part=0):
                start = (key * parts + part) * size
                return flat[start : start + size]

            middle = 1 if kind == "CUBICSPLINE" else 0
            if time <= times[0]:
                result = value(0, middle)
            elif time >= times[-1]:
                result = value(len(times) - 1, middle)
            else:
                key = max(i for i, t in enumerate(times) if t <= time)
                length = times[key + 1] - times[key]
                t = (time - times[key]) / length
                if kind == "STEP":
                    result = value(key)
                elif kind == "LINEAR":
                    a0, b0 = value(key), value(key + 1)
                    result = slerp(a0, b0, t) if path == "rotation" else [p + t * (q - p) for p, q in zip(a0, b0)]
                else:
                    p0, m0, m1, p1 = value(key, 1), value(key, 2), value(key + 1, 0), value(key + 1, 1)
                    t2, t3 = t * t, t * t * t
                    result = [
                        (2 * t3 - 3 * t2 + 1) * w + length * (t3 - 2 * t2 + t) * x + (3 * t2 - 2 * t3) * z + length * (t3 - t2) * y
                        for w, x, y, z in zip(p0, m0, m1, p1)
                    ]
            found[node, path] = result
        return found

    def matrices(self, animated):
        """World matrices of all nodes, for row vectors."""
        nodes = self.list("nodes")
        parents = {child: i for i, node in enumerate(nodes) for child in node.get("children", [])}
        known = {}

        def world(i):
            if i in known:
                return known[i]
            node = nodes[i]
            if "matrix" in node and not any((i, path) in animated for path in ("translation", "rotation", "scale")):
                local = node["matrix"]
            else:
                local = trs(
                    animated.get((i, "translation"), node.get("translation", [0, 0, 0])),
                    animated.get((i, "rotation"), node.get("rotation", [0, 0, 0, 1])),
                    animated.get((i, "scale"), node.get("scale", [1, 1, 1])),
                )
            known[i] = multiply(local, world(parents[i])) if i in parents else local
            return known[i]

        for i in range(len(nodes)):
            chain = [i]
            while chain[-1] in parents and parents[chain[-1]] not in known:
                chain.append(parents[chain[-1]])
            for each in reversed(chain):
                world(each)
        return known

    def shown_nodes(self):
        scenes = self.list("scenes")
        nodes = self.list("nodes")
        if scenes:
            waiting = list(scenes[self.json.get("scene", 0)].get("nodes", []))
        else:
            below = {child for node in nodes for child in node.get("children", [])}
            waiting = [i for i in range(len(nodes)) if i not in below]
        order = []
        while waiting:
            node = waiting.pop(0)
            order.append(node)
            waiting = list(nodes[node].get("children", [])) + waiting
        return order

    def triangles(self, primitive, count):
        indices = [i for (i,) in self.accessor(primitive["indices"])] if "indices" in primitive else list(range(count))
        mode = primitive.get("mode", 4)
        if mode == 4:
            return [tuple(indices[i : i + 3]) for i in range(0, len(indices) - 2, 3)]
        if mode == 5:
            return [
                (indices[i], indices[i + 1 + i % 2], indices[i + 2 - i % 2]) for i in range(len(indices) - 2)
            ]
        if mode == 6:
            return [(indices[i + 1], indices[i + 2], indices[0]) for i in range(len(indices) - 2)]
        return []

    def instances(self, node):
        extension = node.get("extensions", {}).get("EXT_mesh_gpu_instancing")
        if extension is None:
            return [IDENTITY]
        lists = {name: self.accessor(index) for name, index in extension["attributes"].items()}
        count = len(next(iter(lists.values())))
        return [
            trs(
                lists["TRANSLATION"][i] if "TRANSLATION" in lists else (0, 0, 0),
                lists["ROTATION"][i] if "ROTATION" in lists else (0, 0, 0, 1),
                lists["SCALE"][i] if "SCALE" in lists else (1, 1, 1),
            )
            for i in range(count)
        ]

    def meshes(self, animation, time):
        """What is drawn at a time: for each primitive and instance the corners of its triangles in the world, and its attributes."""
        animated = self.animated(animation, time)
        world = self.matrices(animated)
        for index in self.shown_nodes():
            node = self.json["nodes"][index]
            if "mesh" not in node:
                continue
            mesh = self.json["meshes"][node["mesh"]]
            weights = animated.get((index, "weights"), node.get("weights", mesh.get("weights", [])))
            for number, primitive in enumerate(mesh["primitives"]):
                attributes = primitive["attributes"]
                if "POSITION" not in attributes or primitive.get("mode", 4) < 4:
                    continue
                points = self.accessor(attributes["POSITION"])
                triangles = self.triangles(primitive, len(points))
                points = self.morphed(points, primitive, weights)
                skinned = "skin" in node and "JOINTS_0" in attributes
                if skinned:
                    placed = [self.skinned(points, attributes, self.json["skins"][node["skin"]], world)]
                else:
                    placed = [
                        [transform(multiply(instance, world[index]), p) for p in points] for instance in self.instances(node)
                    ]
                sets = []
                while f"TEXCOORD_{len(sets)}" in attributes:
                    sets.append(self.accessor(attributes[f"TEXCOORD_{len(sets)}"]))
                colors = self.accessor(attributes["COLOR_0"]) if "COLOR_0" in attributes else None
                for where in placed:
                    yield {
                        "name": f"nodes/{index} primitives/{number}",
                        "corners": [where[i] for triangle in triangles for i in triangle],
                        "texcoords": [[(values[i][0], 1 - values[i][1]) for t in triangles for i in t] for values in sets],
                        "colors": None if colors is None else [colors[i] for t in triangles for i in t],
                        "material": primitive.get("material"),
                    }

    def morphed(self, points, primitive, weights):
        targets = primitive.get("targets", [])
        for target, weight in zip(targets, weights):
            if weight == 0 or "POSITION" not in target:
                continue
            moves = self.accessor(target["POSITION"])
            points = [tuple(a + weight * b for a, b in zip(p, m)) for p, m in zip(points, moves)]
        return points

    def skinned(self, points, attributes, skin, world):
        joints = skin["joints"]
        binds = self.accessor(skin["inverseBindMatrices"]) if "inverseBindMatrices" in skin else [IDENTITY] * len(joints)
        matrices = [multiply(list(bind), world[joint]) for bind, joint in zip(binds, joints)]
        sets = []
        while f"JOINTS_{len(sets)}" in attributes:
            k = len(sets)
            sets.append((self.accessor(attributes[f"JOINTS_{k}"]), self.accessor(attributes[f"WEIGHTS_{k}"])))
        result = []
        for i, point in enumerate(points):
            influences = [(j, w) for js, ws in sets for j, w in zip(js[i], ws[i]) if w > 0]
            total = sum(w for _, w in influences)
            if total == 0:
                result.append(transform(matrices[0], point))
                continue
            moved = [(transform(matrices[j], point), w / total) for j, w in influences]
            result.append(tuple(sum(p[c] * w for p, w in moved) for c in range(3)))
        return result

    def image_bytes(self, texture):
        t = self.json["textures"][texture]
        source = t.get("source")
        if source is None:
            return None
        image = self.json["images"][source]
        return self.view(image["bufferView"])[0] if "bufferView" in image else self.file(image["uri"])
