"""Random layers made with the reference's own API: every value type, list operations, variants, arcs, splines."""

import random
import struct

from pxr import Gf, Sdf, Ts, Vt

NAMES = ["A", "B", "C1", "World", "_x", "rel", "def", "None", "é", "日本", "a_b"]
PROPERTIES = ["size", "xformOp:translate", "inputs:a:b", "default", "timeSamples", "custom", "x1", "ü:ö"]
TEXTS = ["", "a", "two words", "it's", 'say "x"', "both ' and \"", "line\nbreak", "tab\there", "back\\slash", "é 日本 😀"]
TEXTS += ["\x01\x7f", "# no comment", "@", "</A>", "\r\n", '"""', "'''\n\""]
ASSETS = ["a.usda", "./b c.usd", "@at@", "x@@@y", "é.png", "a.usdz[b.usd]", ""]
VARIANTS = ["a", "1", ".x", "a-b|c", "é"]
INTEGERS = {
    "bool": (0, 1),
    "uchar": (0, 255),
    "int": (-(2**31), 2**31 - 1),
    "uint": (0, 2**32 - 1),
    "int64": (-(2**63), 2**63 - 1),
    "uint64": (0, 2**64 - 1),
}
TYPES = sorted(
    name
    for name in dir(Sdf.ValueTypeNames)
    if isinstance(getattr(Sdf.ValueTypeNames, name), Sdf.ValueTypeName) and name not in ("Opaque", "Group")
)


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.layer = Sdf.Layer.CreateAnonymous("random.usda")

    def chance(self, share):
        return self.random.random() < share

    def pick(self, items):
        return self.random.choice(items)

    def some(self, items, most=3):
        return self.random.sample(items, self.random.randint(1, min(most, len(items))))

    # ---- values

    def number(self):
        kind = self.random.randrange(9)
        if kind == 0:
            return self.pick([0.0, -0.0, 1.0, -1.0, 0.1, 1e10, 1e-7, 1e15, 1e22, 16777217.0, 65504.0])
        if kind == 1:
            return self.pick([float("inf"), float("-inf"), float("nan"), 5e-324, 1.7e308, 6e-8, 3.4e38])
        if kind == 2:
            return struct.unpack("<d", struct.pack("<Q", self.random.getrandbits(64)))[0]
        if kind == 3:
            return struct.unpack("<f", struct.pack("<I", self.random.getrandbits(32)))[0]
        if kind < 6:
            return float(self.random.randint(-1000, 1000))
        return round(self.random.uniform(-100, 100), self.random.randrange(8))

    def integer(self, name):
        low, high = INTEGERS[name]
        return self.pick([low, high, 0, self.random.randint(low, high), min(high, self.random.randrange(100))])

    def single(self, type_name):
        """A value of a type that is no array."""
        name = str(type_name)
        sample = type_name.defaultValue
        if name in INTEGERS or name.endswith("Index"):
            value = self.integer(name if name in INTEGERS else "int")
            return bool(value) if name == "bool" else value
        if isinstance(sample, (bool, int)):
            return self.random.randrange(100)
        if isinstance(sample, float):
            return self.number()
        if isinstance(sample, str):
            return self.pick(TEXTS)
        if isinstance(sample, Sdf.AssetPath):
            return Sdf.AssetPath(self.pick(ASSETS))
        if isinstance(sample, Sdf.PathExpression):
            return Sdf.PathExpression(self.pick(["", "/A", "//", "/A//B* + %_", "/A{isa:Mesh} - ~(/B /C)"]))
        kind = type(sample)
        if kind in (Gf.Quath, Gf.Quatf, Gf.Quatd):
            return kind(*(self.number() for _ in range(4)))
        if kind in (Gf.Matrix2d, Gf.Matrix3d, Gf.Matrix4d):
            return kind(*(self.number() for _ in range(kind.dimension[0] ** 2)))
        if hasattr(sample, "GetValue"):
            return kind(self.number())
        whole = kind.__name__.endswith("i")
        return kind(*(self.integer("int") if whole else self.number() for _ in range(kind.dimension)))

    def value(self, type_name):
        if not type_name.isArray:
            return self.single(type_name)
        count = self.pick([0, 1, 1, 2, 2, 3, 3, 5, 5, self.pick([64, 65, 130])])
        items = [self.single(type_name.scalarType) for _ in range(count)]
        return type(type_name.defaultValue)(items)

    def type_name(self):
        return getattr(Sdf.ValueTypeNames, self.pick(TYPES))

    def dictionary(self, depth=0):
        result = {}
        for _ in range(self.random.randrange(4)):
            key = self.pick(["a", "b", "a:b", "two words", "def", "é", "1"])
            if depth < 3 and self.chance(0.3):
                result[key] = self.dictionary(depth + 1)
            else:
                result[key] = self.value(self.type_name())
        return result

    # ---- specs

    def prim(self, parent, depth):
        taken = set(parent.nameChildren.keys())
        name = self.pick([item for item in NAMES if item not in taken] or [f"N{len(taken)}"])
        kind = self.pick(["", "Xform", "Mesh", "foo::Bar"])
        specifier = self.pick([Sdf.SpecifierDef, Sdf.SpecifierOver, Sdf.SpecifierClass])
        prim = Sdf.PrimSpec(parent, name, specifier, kind)
        self.contents(prim, depth)

    def contents(self, prim, depth):
        self.prim_metadata(prim)
        for name in self.random.sample(PROPERTIES, self.random.randrange(4)):
            if self.chance(0.75):
                self.attribute(prim, name)
            else:
                self.relationship(prim, name)
        if depth < 3:
            for _ in range(self.random.randrange(3)):
                self.prim(prim, depth + 1)
            if self.chance(0.25):
                self.variants(prim, depth)
        if prim.nameChildren and self.chance(0.2):
            prim.nameChildrenOrder = self.some(list(prim.nameChildren.keys()))
        if prim.properties and self.chance(0.2):
            prim.propertyOrder = self.some([item.name for item in prim.properties])

    def variants(self, prim, depth):
        for name in self.some(["v", "w"], 2):
            variant_set = Sdf.VariantSetSpec(prim, name)
            for variant in self.some(VARIANTS):
                self.contents(Sdf.VariantSpec(variant_set, variant).primSpec, depth + 1)
            if self.chance(0.5):
                prim.variantSelections[name] = self.pick(VARIANTS)
        operation = self.pick(["explicitItems", "prependedItems", "appendedItems"])
        setattr(prim.variantSetNameList, operation, self.some(["v", "w"], 2))

    def prim_metadata(self, prim):
        if self.chance(0.15):
            prim.documentation = self.pick(TEXTS)
        if self.chance(0.15):
            prim.comment = self.pick(TEXTS[1:])
        if self.chance(0.1):
            prim.kind = self.pick(["component", "group", ""])
        if self.chance(0.1):
            prim.active = self.chance(0.5)
        if self.chance(0.2):
            prim.SetInfo("customData", self.dictionary())
        if self.chance(0.1):
            prim.SetInfo("assetInfo", self.dictionary())
        if self.chance(0.15):
            prim.SetInfo("apiSchemas", self.list_op(Sdf.TokenListOp, ["X", "Y", "Z:a"]))
        if self.chance(0.2):
            self.arcs(prim)

    def list_op(self, kind, items):
        result = kind()
        if self.chance(0.3):
            result.explicitItems = self.some(items) if self.chance(0.8) else []
            return result
        for name in self.some(["addedItems", "prependedItems", "appendedItems", "deletedItems", "orderedItems"]):
            setattr(result, name, self.some(items))
        return result

    def offset(self):
        return Sdf.LayerOffset(*self.pick([(0, 1), (1, 1), (0, 2), (-1.5, 0.1), (1e10, -1)]))

    def arcs(self, prim):
        paths = [Sdf.Path(text) for text in ("/A", "/A/B", "/é", "/None")]
        references = [Sdf.Reference(asset, path, self.offset()) for asset in ("a.usd", "", "@b@") for path in paths[:2]]
        references.append(Sdf.Reference("c.usd", "/A", self.offset(), {"a": 1, "b": {"c": "x"}}))
        payloads = [Sdf.Payload(asset, path, self.offset()) for asset in ("a.usd", "", "@b@") for path in paths[:2]]
        choices = [
            ("references", Sdf.ReferenceListOp, references),
            ("payload", Sdf.PayloadListOp, payloads),
            ("inheritPaths", Sdf.PathListOp, paths),
            ("specializes", Sdf.PathListOp, paths),
        ]
        for name, kind, items in self.some(choices, 2):
            prim.SetInfo(name, self.list_op(kind, items))

    def attribute(self, prim, name):
        type_name = self.type_name()
        variability = Sdf.VariabilityUniform if self.chance(0.2) else Sdf.VariabilityVarying
        attribute = Sdf.AttributeSpec(prim, name, type_name, variability, self.chance(0.2))
        if self.chance(0.8):
            attribute.default = self.value(type_name) if self.chance(0.95) else Sdf.ValueBlock()
        if self.chance(0.2):
            for _ in range(self.random.randrange(1, 4)):
                value = self.value(type_name) if self.chance(0.9) else Sdf.ValueBlock()
                self.layer.SetTimeSample(attribute.path, self.pick([0, 1, -2.5, 1e6, 0.1]), value)
        if self.chance(0.15):
            operation = self.pick(["explicitItems", "prependedItems", "deletedItems"])
            setattr(attribute.connectionPathList, operation, self.some([Sdf.Path("/A.b"), Sdf.Path("/A/B.c:d")]))
        if self.chance(0.15) and str(type_name) in ("double", "float", "half"):
            attribute.SetInfo("spline", self.spline(type_name))
        if self.chance(0.2):
            attribute.SetInfo("customData", self.dictionary())
        if self.chance(0.1):
            attribute.displayName = self.pick(TEXTS)
        if self.chance(0.1):
            attribute.SetInfo("interpolation", "vertex")

    def spline(self, type_name):
        spline = Ts.Spline(str(type_name))
        for time in self.some([0.0, 1.0, 2.5, -3.0], 4):
            knot = Ts.Knot(str(type_name), time=time, value=float(self.random.randint(-9, 9)))
            knot.SetNextInterpolation(self.pick([Ts.InterpHeld, Ts.InterpLinear, Ts.InterpCurve, Ts.InterpValueBlock]))
            knot.SetPreTanWidth(0.1)
            knot.SetPostTanSlope(0.5)
            spline.SetKnot(knot)
        return spline

    def relationship(self, prim, name):
        relationship = Sdf.RelationshipSpec(prim, name, self.chance(0.2))
        paths = [Sdf.Path(text) for text in ("/A", "/A/B", "/A.b", "/A.b:c", "/é")]
        if self.chance(0.8):
            operation = self.pick(["explicitItems", "prependedItems", "appendedItems", "deletedItems"])
            setattr(relationship.targetPathList, operation, self.some(paths))

    def layer_metadata(self):
        layer = self.layer
        if self.chance(0.3):
            layer.documentation = self.pick(TEXTS)
        if self.chance(0.3):
            layer.customLayerData = self.dictionary()
        if self.chance(0.2):
            layer.subLayerPaths = self.some(["a.usda", "b@c.usd", "é.usda"])
            layer.subLayerOffsets[0] = self.offset()
        if self.chance(0.2):
            layer.defaultPrim = self.pick(NAMES)
        if self.chance(0.2):
            layer.startTimeCode = self.number()

    def text(self):
        self.layer_metadata()
        for _ in range(self.random.randrange(1, 5)):
            self.prim(self.layer.pseudoRoot, 0)
        return self.layer.ExportToString()


def make(seed):
    return Maker(seed).text()


if __name__ == "__main__":
    import sys

    print(make(int(sys.argv[1]) if len(sys.argv) > 1 else 0))
