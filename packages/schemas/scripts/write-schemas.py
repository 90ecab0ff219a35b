"""Writes the table of OpenUSD's schemas from the schema registry of usd-core: names, types, fallbacks, allowed tokens and
interpolations, no documentation.

python packages/schemas/scripts/write-schemas.py > packages/schemas/src/table/schema-rows.generated.ts, then the script `format`

A row has the properties that its schema adds to those of its base and of its built-in API schemas, or that it changes.
The script merges them again and compares the result with the registry's definitions.
"""

import json
import math
from pathlib import Path

import numpy
from pxr import Plug, Sdf, Tf, Usd, UsdGeom

registry = Usd.SchemaRegistry()
INSTANCE = "__INSTANCE_NAME__"
KINDS = {
    Usd.SchemaKind.ConcreteTyped: "concrete",
    Usd.SchemaKind.AbstractTyped: "abstract",
    Usd.SchemaKind.AbstractBase: "abstract",
    Usd.SchemaKind.SingleApplyAPI: "singleApply",
    Usd.SchemaKind.MultipleApplyAPI: "multipleApply",
    Usd.SchemaKind.NonAppliedAPI: "nonApplied",
}

# What the registry does not have: the names that UsdPhysicsDriveAPI and UsdPhysicsLimitAPI define for instances …
INSTANCES = {
    "PhysicsDriveAPI": ["transX", "transY", "transZ", "rotX", "rotY", "rotZ", "linear", "angular"],
    "PhysicsLimitAPI": ["transX", "transY", "transZ", "rotX", "rotY", "rotZ", "distance"],
}
# … and the relationships whose names UsdShadeMaterialBindingAPI composes.
BINDINGS = [
    "material:binding",
    "material:binding:full",
    "material:binding:preview",
    f"material:binding:collection:{INSTANCE}",
]


def plain(value, is_double):
    """A value as plain data, flat for tuples and arrays; None for others. Floats have the fewest digits that read as the same float."""
    if isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, Sdf.TimeCode):
        return plain(value.GetValue(), True)
    if isinstance(value, float):
        if math.isinf(value):
            return value
        number = float(value if is_double else str(numpy.float32(value)))
        return int(number) if number.is_integer() and abs(number) < 2**53 else number
    if isinstance(value, Sdf.AssetPath):
        return value.path or None
    if hasattr(value, "GetImaginary"):
        return plain([value.GetReal(), *value.GetImaginary()], is_double)
    items = [plain(each, is_double) for each in value]
    return [inner for item in items for inner in (item if isinstance(item, list) else [item])]


def interpolation_of(schema, name):
    """The interpolation of a property that does not author one; None for those that have none."""
    if name.startswith("primvars:"):
        return UsdGeom.Primvar(stage.OverridePrim("/P").CreateAttribute(name, Sdf.ValueTypeNames.FloatArray)).GetInterpolation()
    if schema == "PointBased" and name == "normals":
        return UsdGeom.Mesh.Define(stage, "/Mesh").GetNormalsInterpolation()
    if schema == "Curves" and name == "widths":
        return UsdGeom.BasisCurves.Define(stage, "/Curves").GetWidthsInterpolation()
    if schema == "Points" and name == "widths":
        return UsdGeom.Points.Define(stage, "/Points").GetWidthsInterpolation()
    return None


def row_of(spec, name):
    """A property as it is in the table, without its interpolation."""
    row = {"name": name}
    if isinstance(spec, Sdf.RelationshipSpec):
        return {**row, "type": "rel"}
    row["type"] = str(spec.typeName)
    if spec.variability == Sdf.VariabilityUniform:
        row["isUniform"] = True
    fallback = None if spec.default is None else plain(spec.default, str(spec.typeName).startswith(("double", "timecode", "matrix")))
    if fallback is not None:
        row["fallback"] = fallback
    tokens = list(spec.allowedTokens or []) if spec.HasInfo("allowedTokens") else []
    if tokens:
        row["allowedTokens"] = tokens
    return row


def definition_of(name):
    """The registry's definition of a concrete type or an applied API schema."""
    return registry.FindConcretePrimDefinition(name) or registry.FindAppliedAPIPrimDefinition(name)


def rows_of_definition(name):
    definition = definition_of(name)
    specs = {each: definition.GetSchemaPropertySpec(each) for each in definition.GetPropertyNames()}
    return {each: row_of(spec, each) for each, spec in specs.items()}


def source_of(plugin, name):
    """The prim that an abstract type is made from; the registry has no definition of it."""
    file = Path(plugin.resourcePath) / plugin.name / "schema.usda"
    layer = layers[plugin.name] = Sdf.Layer.FindOrOpen(str(file))
    return layer.GetPrimAtPath(f"/{name}")


def apis_of_source(prim):
    """The API schemas of an abstract type, with those that they contain."""
    if prim is None or not prim.HasInfo("apiSchemas"):
        return []
    return [inner for api in prim.GetInfo("apiSchemas").GetAddedOrExplicitItems() for inner in definition_of(api).GetAppliedAPISchemas()]


def applied(rows, api):
    """The properties of an API schema with the name of its instance."""
    instance = api.partition(":")[2]
    named = {each.replace(INSTANCE, instance) if instance else each: row for each, row in rows.items()}
    return {each: {**row, "name": each} for each, row in named.items()}


layers = {}
stage = Usd.Stage.CreateInMemory()
derived = {registry.GetSchemaTypeName(each): each for each in Tf.Type.Find(Usd.SchemaBase).GetAllDerivedTypes()}
derived = {name: each for name, each in derived.items() if name}
names = {each.typeName: name for name, each in derived.items()}
schemas = {}
merged = {}


def add(name):
    """Adds a schema after those that it is made of."""
    if name in schemas:
        return
    kind = KINDS[registry.FindSchemaInfo(name).kind]
    base = names.get(derived[name].baseTypes[0].typeName)
    definition = definition_of(name)
    plugin = Plug.Registry().GetPluginForType(derived[name])
    source = source_of(plugin, name) if kind == "abstract" else None
    contained = apis_of_source(source) if definition is None else definition.GetAppliedAPISchemas()
    apis = [each for each in contained if each.partition(":")[0] != name]
    for each in [base, *(api.partition(":")[0] for api in apis)]:
        if each is not None:
            add(each)
    inherited = {}
    for api in reversed(apis):
        inherited.update(applied(merged[api.partition(":")[0]], api))
    inherited.update(merged.get(base, {}))
    if definition is not None:
        rows = rows_of_definition(name)
    else:
        added = [] if source is None else source.properties
        rows = {**inherited, **{spec.name: row_of(spec, spec.name) for spec in added}}
    if name == "MaterialBindingAPI":
        rows = {each: {"name": each, "type": "rel", "isOptional": True} for each in BINDINGS}
    own = {each: row for each, row in rows.items() if inherited.get(each) != row}
    missing = set(inherited) - set(rows)
    assert not missing, (name, missing)
    merged[name] = {**inherited, **own}
    assert merged[name] == rows, name
    schema = {"name": name, "className": derived[name].typeName, "library": plugin.name, "kind": kind}
    if base is not None:
        schema["base"] = base
    if apis:
        schema["builtInApis"] = apis
    if name in INSTANCES:
        schema["instances"] = INSTANCES[name]
    types = [str(each) for each in registry.GetAPISchemaCanOnlyApplyToTypeNames(name)] if kind in ("singleApply", "multipleApply") else []
    if types:
        schema["appliesTo"] = types
    schema["properties"] = []
    for each, row in own.items():
        interpolation = interpolation_of(name, each)
        schema["properties"].append(row if interpolation is None else {**row, "interpolation": str(interpolation)})
    schemas[name] = schema


for name in sorted(derived):
    add(name)

version = ".".join(str(part) for part in Usd.GetVersion()[1:])
print(f"""// Made by packages/schemas/scripts/write-schemas.py from the schema registry of usd-core {version}. Not to be changed by hand.
import type {{ SchemaRow }} from "./schema-row.ts";

/** Each schema after its base and its built-in API schemas. */
export const schemaRows: readonly SchemaRow[] = [""")
for schema in schemas.values():
    print(f"  {json.dumps(schema, ensure_ascii=False)},")
print("];")
