"""Writes packages/language-server/src/schema/reference-table.generated.ts: the reference's prim types and applied API schemas,
with their properties.

python test/oracle/schema-table.py > packages/language-server/src/schema/reference-table.generated.ts, then the script `format`
"""

import json
import re

from pxr import Sdf, Tf, Usd

registry = Usd.SchemaRegistry()


def first_sentence(text: str | None) -> str:
    """The first sentence of a documentation, on one line, without markup of doxygen; at most 240 characters."""
    words = re.sub(r"\\(?:ref|em|b|p|sa|li|c)\s|[\\@]\w+|</?\w+>|_(?=\w)|(?<=\w)_(?=\W)", "", text or "")
    words = re.sub(r"\s+", " ", words).strip()
    found = re.match(r".*?(?<!e\.g)(?<!i\.e)(?<!etc)[.!?](?=\s|$)", words)
    # The registry itself cuts some after an abbreviation.
    sentence = re.sub(r"[-,\s]+i\.e\.$", ".", found.group(0) if found else words)
    return sentence if len(sentence) <= 240 else sentence[:239].rstrip() + "…"


def flat(value):
    """A value as plain data, flat for tuples and matrices; None for others."""
    if isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return float(f"{value:.8g}") if abs(value) < 1e30 else None
    if isinstance(value, Sdf.AssetPath):
        return value.path or None
    if hasattr(value, "GetImaginary"):
        return flat([value.GetReal(), *value.GetImaginary()])
    try:
        items = [flat(each) for each in value]
    except TypeError:
        return None
    if any(item is None for item in items):
        return None
    return [inner for item in items for inner in (item if isinstance(item, list) else [item])]


rows: list[list] = []
index: dict[str, int] = {}
types: list[list] = []


def index_of(row: list) -> int:
    """The index of a row, which is added if it is new."""
    key = json.dumps(row)
    if key not in index:
        index[key] = len(rows)
        rows.append(row)
    return index[key]


def rows_of(definition: Usd.PrimDefinition) -> list[int]:
    """Indices of the rows of all properties of a type or API schema."""
    indices = []
    for property_name in definition.GetPropertyNames():
        attribute = definition.GetSchemaAttributeSpec(property_name)
        spec = attribute or definition.GetSchemaRelationshipSpec(property_name)
        tokens = list(attribute.allowedTokens or []) if attribute and attribute.HasInfo("allowedTokens") else []
        fallback = flat(attribute.default) if attribute and attribute.default is not None else None
        row = [
            property_name,
            str(attribute.typeName) if attribute else "rel",
            1 if spec.variability == Sdf.VariabilityUniform else 0,
            fallback if not isinstance(fallback, list) or len(fallback) <= 16 else None,
            tokens,
            first_sentence(definition.GetPropertyDocumentation(property_name)),
        ]
        indices.append(index_of(row))
    return indices


for derived in Tf.Type.Find(Usd.Typed).GetAllDerivedTypes():
    name = registry.GetSchemaTypeName(derived)
    if not name or not registry.IsConcrete(derived):
        continue
    definition = registry.FindConcretePrimDefinition(name)
    types.append([name, derived.typeName, first_sentence(definition.GetDocumentation()), rows_of(definition)])

# What the registry does not have: names that the documentation of UsdPhysicsDriveAPI and UsdPhysicsLimitAPI gives to instances …
INSTANCES = {
    "PhysicsDriveAPI": ["transX", "transY", "transZ", "rotX", "rotY", "rotZ", "linear", "angular"],
    "PhysicsLimitAPI": ["transX", "transY", "transZ", "rotX", "rotY", "rotZ", "distance"],
}
# … and relationships whose names UsdShadeMaterialBindingAPI composes.
BINDINGS = [
    ["material:binding", "The material that is bound to the prim and to what is below it, for all purposes."],
    ["material:binding:full", "The material for final rendering; it takes precedence over the binding for all purposes."],
    ["material:binding:preview", "The material for previews; it takes precedence over the binding for all purposes."],
    ["material:binding:collection:__INSTANCE_NAME__", "A collection, and the material that is bound to its members."],
]

apis: list[list] = []
for derived in Tf.Type.Find(Usd.APISchemaBase).GetAllDerivedTypes():
    name = registry.GetSchemaTypeName(derived)
    if not name or not registry.IsAppliedAPISchema(derived):
        continue
    definition = registry.FindAppliedAPIPrimDefinition(name)
    indices = rows_of(definition)
    if name == "MaterialBindingAPI":
        indices = [index_of([binding, "rel", 1, None, [], text]) for binding, text in BINDINGS]
    apis.append([
        name,
        derived.typeName,
        1 if registry.IsMultipleApplyAPISchema(derived) else 0,
        first_sentence(definition.GetDocumentation()),
        INSTANCES.get(name, []),
        [str(each) for each in registry.GetAPISchemaCanOnlyApplyToTypeNames(name)],
        indices,
    ])

version = ".".join(str(part) for part in Usd.GetVersion()[1:])
print(f"// Made by test/oracle/schema-table.py with usd-core {version}: do not edit. Descriptions are those of OpenUSD's schemas,")
print("// copyright Pixar, licensed under the terms of https://openusd.org/license (Tomorrow Open Source Technology License 1.0).\n")
print("/** Name, type (`rel` for relationships), whether it is uniform, fallback, allowed tokens, description. */")
print("export type PropertyRow = readonly [")
print("  name: string,\n  type: string,\n  isUniform: number,")
print("  fallback: number | boolean | string | readonly (number | string)[] | null,")
print("  allowedTokens: readonly string[],\n  description: string,\n];\n")
print("export const propertyRows: readonly PropertyRow[] = [")
for row in rows:
    print(f"  {json.dumps(row, ensure_ascii=False)},")
print("];\n")
print("/** Name, schema class, description, indices of the properties. */")
print("export const typeRows: readonly (readonly [name: string, schema: string, description: string, rows: readonly number[]])[] = [")
for row in sorted(types):
    print(f"  {json.dumps(row, ensure_ascii=False)},")
print("];")

print("""
/**
 * Applied API schemas: name, schema class, whether it is applied with instance names, description, names that instances have,
 * types that it may be applied to (any, if empty), indices of the properties. `__INSTANCE_NAME__` stands for the instance's name.
 */""")
print("export const apiRows: readonly (readonly [")
print("  name: string,\n  schema: string,\n  isMultiple: number,\n  description: string,")
print("  instances: readonly string[],\n  types: readonly string[],\n  rows: readonly number[],\n])[] = [")
for row in sorted(apis):
    print(f"  {json.dumps(row, ensure_ascii=False)},")
print("];")
