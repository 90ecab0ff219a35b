"""The content of a USDA file as the reference implementation reads it, as canonical JSON.

The JSON is the one that `dumpLayer` of @usdkit/usda writes: RFC 8785 text of `{"specs": {path: spec}}`. The types of
dictionary entries and the fields without a schema cannot be had from Python; they are read from the text that the
reference writes for one spec at a time.

Run as `reference-dump.py FILE...` it prints one line a file; as a module it gives `read(path)`.
"""

import functools
import re
import sys

from canonical_json import text
from dump_values import enum_name, is_array, list_op, scalar, value_json
from pxr import Sdf, Tf
from spec_text import Reader, dictionary

NOT_UTF8 = {"notUtf8": True}
STRING_MAPS = ("variantSelection", "prefixSubstitutions", "suffixSubstitutions")


def spec_type(layer, path):
    if path == Sdf.Path.absoluteRootPath:
        return "pseudoRoot"
    spec = layer.GetObjectAtPath(path)
    if isinstance(spec, Sdf.VariantSetSpec):
        return "variantSet"
    if isinstance(spec, Sdf.AttributeSpec):
        return "attribute"
    if isinstance(spec, Sdf.RelationshipSpec):
        return "relationship"
    if isinstance(spec, Sdf.VariantSpec) or path.IsPrimVariantSelectionPath():
        return "variant"
    return "prim"


class Dumper:
    def __init__(self, layer):
        self.layer = layer
        self.specs = {}

    def run(self):
        pending = [Sdf.Path.absoluteRootPath]
        while pending:
            path = pending.pop()
            key = str(path)
            if key in self.specs:
                continue
            self.specs[key] = self.spec(path, pending)
        return {"specs": self.specs}

    def spec(self, path, pending):
        layer = self.layer
        kind = spec_type(layer, path)
        target = layer.pseudoRoot if kind == "pseudoRoot" else layer.GetObjectAtPath(path)
        result = {"specType": kind, "fields": self.fields(path, target, kind)}
        holder = layer.GetPrimAtPath(path) if kind == "variant" else target
        if kind in ("pseudoRoot", "prim", "variant"):
            children = [child.name for child in holder.nameChildren]
            if children:
                result["primChildren"] = children
            properties = [] if kind == "pseudoRoot" else [item.name for item in holder.properties]
            if properties:
                result["properties"] = properties
            sets = [] if kind == "pseudoRoot" else list(holder.variantSets.keys())
            if sets:
                result["variantSetChildren"] = sets
            pending += [path.AppendChild(name) for name in children]
            pending += [path.AppendProperty(name) for name in properties]
            pending += [path.AppendVariantSelection(name, "") for name in sets]
        elif kind == "variantSet":
            names = [item.name for item in target.variantList]
            result["variants"] = names
            owner, selection = path.GetParentPath(), path.GetVariantSelection()[0]
            pending += [owner.AppendVariantSelection(selection, name) for name in names]
        return result

    def fields(self, path, target, kind):
        if kind == "variantSet":
            return {}
        result = {}
        holder = self.layer.GetPrimAtPath(path) if kind == "variant" else target
        names = list(holder.ListInfoKeys())
        dictionaries = {}
        for name in names:
            try:
                value = self.field(holder, name)
            except UnicodeDecodeError:
                value = NOT_UTF8
            if isinstance(value, Typed):
                dictionaries[name] = value
            else:
                result[name] = value
        for name, value in self.required(holder, kind).items():
            result.setdefault(name, value)
        written = self.written(path, kind, set(names))
        if dictionaries or written:
            self.from_text(path, kind, result, dictionaries, written)
        return result

    @staticmethod
    def required(holder, kind):
        if kind in ("attribute", "relationship"):
            uniform = holder.variability == Sdf.VariabilityUniform
            return {"custom": bool(holder.custom), "variability": "uniform" if uniform else "varying"}
        return {}

    def field(self, holder, name):
        if name == "subLayerOffsets":
            return [[item.offset, item.scale] for item in self.layer.subLayerOffsets]
        value = holder.GetInfo(name)
        if name == "specifier":
            return enum_name(value, "Specifier").lower()
        if name == "variability":
            return enum_name(value, "Variability").lower()
        if name == "permission":
            return enum_name(value, "Permission").lower()
        if name == "displayUnit":
            return value.displayName if hasattr(value, "displayName") else str(value)
        if name == "default":
            if isinstance(holder, Sdf.RelationshipSpec) and isinstance(value, Sdf.Path):
                return path_text(value)
            return value_json(value, type_name(holder))
        if name == "timeSamples":
            wide = type_name(holder)
            return [[time, value_json(value[time], wide)] for time in sorted(value)]
        if name in ("layerRelocates", "relocates"):
            pairs = value.items() if hasattr(value, "items") else value
            pairs = [[path_text(item) for item in pair] for pair in pairs]
            return sorted(pairs) if name == "relocates" else pairs
        if name in STRING_MAPS and hasattr(value, "items"):
            return dict(value.items())
        kind = type(value).__name__
        if kind.endswith("ListOp"):
            return list_op(value)
        if isinstance(value, dict) or kind.startswith("MapEditProxy"):
            return Typed(dict(value.items()))
        if isinstance(value, Sdf.Path) or is_array(value):
            return value_json(value)
        if isinstance(value, (list, tuple)):
            return [item if isinstance(item, str) else scalar(item) for item in value]
        return value_json(value)

    def written(self, path, kind, known):
        """Names of the fields of a spec that Python does not list."""
        names = []

        def copies(*arguments):
            name = str(arguments[1])
            # A field of other kinds of spec is held like an unknown one, but the dump leaves it out.
            if name not in known and name not in registered_fields():
                names.append(name)
            return False

        self.copy(path, kind, copies)
        return names

    def from_text(self, path, kind, result, dictionaries, unknown):
        names = set(dictionaries) | set(unknown)
        scratch = self.copy(path, kind, lambda *arguments: str(arguments[1]) in names or str(arguments[1]) in NEEDED)
        entries = metadata(scratch, kind)
        for name, value in dictionaries.items():
            types = entries.get(name, [("", {})])[0][1]
            result[name] = {"dictionary": dictionary(value.content, types)}
        for name in unknown:
            item = unregistered(entries.get(name), scratch, path, kind, name)
            if item is not None:
                result[name] = {"unregistered": item}

    def copy(self, path, kind, should_copy):
        """A layer with this spec alone, without children."""
        scratch = Sdf.Layer.CreateAnonymous("scratch.usda")
        if kind == "pseudoRoot":
            target = Sdf.Path.absoluteRootPath
        elif kind == "prim":
            target = Sdf.Path("/P")
        else:
            prim = Sdf.PrimSpec(scratch, "P", Sdf.SpecifierDef)
            if kind == "variant":
                Sdf.VariantSetSpec(prim, "v")
                target = Sdf.Path("/P{v=a}")
            else:
                target = Sdf.Path("/P.p")
        Sdf.CopySpec(self.layer, path, scratch, target, should_copy, lambda *arguments: False)
        return scratch


# Fields that are no metadata.
STRUCTURE = {"default", "timeSamples", "spline", "targetPaths", "connectionPaths", "subLayers", "subLayerOffsets"}
STRUCTURE |= {"primChildren", "properties", "variantSetChildren", "variantChildren", "variantSetNames"}
STRUCTURE |= {"connectionChildren", "targetChildren", "variantSelection", "inheritPaths", "specializes", "references"}
STRUCTURE |= {"payload", "primOrder", "propertyOrder", "comment", "specifier", "typeName", "custom", "variability"}
STRUCTURE |= {"layerRelocates", "relocates", "expressionVariables"}


@functools.cache
def registered_fields():
    """Every field that the schema has for some kind of spec."""
    layer = Sdf.Layer.CreateAnonymous("fields.usda")
    prim = Sdf.PrimSpec(layer, "P", Sdf.SpecifierDef)
    attribute = Sdf.AttributeSpec(prim, "a", Sdf.ValueTypeNames.Int)
    relationship = Sdf.RelationshipSpec(prim, "r")
    names = set(STRUCTURE)
    for spec in (layer.pseudoRoot, prim, attribute, relationship):
        names.update(spec.GetMetaDataInfoKeys())
    return names


# Fields that the text of a spec needs.
NEEDED = {"specifier", "typeName", "custom", "variability"}


class Typed:
    def __init__(self, content):
        self.content = content


def type_name(holder):
    """The written type of an attribute; old aliases stand for a type of the same kind."""
    return str(holder.GetInfo("typeName")) if isinstance(holder, Sdf.AttributeSpec) else ""


def path_text(path):
    return "" if path.isEmpty else str(path)


def metadata(scratch, kind):
    source = scratch.ExportToString()
    reader = Reader(source[source.index("\n") + 1 :])
    if kind == "pseudoRoot":
        reader.skip_lines()
        return reader.block() if reader.peek() == "(" else {}
    depth = 0
    # The block of a prim is before its brace; that of a property or a variant is the first one inside.
    wanted = 0 if kind == "prim" else 1 if kind in ("attribute", "relationship") else 2
    while reader.peek() != "":
        token = reader.peek()
        if token == "(" and depth == wanted:
            return reader.block()
        depth += token in ("{",)
        depth -= token in ("}",)
        reader.next()
    return {}


def unregistered(entries, scratch, path, kind, name):
    if entries is None:
        return None
    operation, value = entries[0]
    if operation == "explicit" and len(entries) == 1:
        if isinstance(value, dict):
            return {"dictionary": unregistered_dictionary(scratch, kind, name, value)}
        return value if value != "" else None
    # Of several operations the dump has the one that is written first.
    return {WORDS[operation]: value}


WORDS = {"prepend": "prepended", "append": "appended", "delete": "deleted", "add": "added", "reorder": "reordered"}


def unregistered_dictionary(scratch, kind, name, types):
    """Reads the values by giving the dictionary the name of a field that is known."""
    source = scratch.ExportToString()
    known = "customLayerData" if kind == "pseudoRoot" else "customData"
    source = re.sub(rf"^(\s*){re.escape(name)} = \{{", rf"\1{known} = {{", source, count=1, flags=re.M)
    layer = Sdf.Layer.CreateAnonymous("again.usda")
    layer.ImportFromString(source)
    path = {"pseudoRoot": "/", "prim": "/P", "variant": "/P{v=a}"}.get(kind, "/P.p")
    holder = layer.pseudoRoot if kind == "pseudoRoot" else layer.GetObjectAtPath(path)
    if kind == "variant":
        holder = layer.GetPrimAtPath(path)
    return dictionary(dict(holder.GetInfo(known).items()), types)


def read(path):
    """`{"accept", "dump" | "error"}` for one file; the dump is its JSON text."""
    try:
        layer = Sdf.Layer.OpenAsAnonymous(path)
    except Tf.ErrorException as error:
        return {"accept": False, "error": message(error)}
    if not layer:
        return {"accept": False, "error": "no layer"}
    return {"accept": True, "dump": text(Dumper(layer).run())}


def message(error):
    try:
        return " | ".join(item.commentary for item in error.args)
    except (UnicodeDecodeError, AttributeError):
        return "an error that is not UTF-8"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(text({"file": name, **read(name)}))
