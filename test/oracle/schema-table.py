"""Writes packages/language-server/src/schema/reference-table.generated.ts: the reference's prim types with their properties.

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
    sentence = found.group(0) if found else words
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
for derived in Tf.Type.Find(Usd.Typed).GetAllDerivedTypes():
    name = registry.GetSchemaTypeName(derived)
    if not name or not registry.IsConcrete(derived):
        continue
    definition = registry.FindConcretePrimDefinition(name)
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
        key = json.dumps(row)
        if key not in index:
            index[key] = len(rows)
            rows.append(row)
        indices.append(index[key])
    types.append([name, derived.typeName, first_sentence(definition.GetDocumentation()), indices])

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
