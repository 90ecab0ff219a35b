"""Writes packages/validate/src/scene/reference-names.ts: the type and property names that the reference's schemas know.

python test/oracle/schema-names.py > packages/validate/src/scene/reference-names.ts
"""

import textwrap

from pxr import Tf, Usd

registry = Usd.SchemaRegistry()
types: set[str] = set()
properties: set[str] = set()
for derived in Tf.Type.Find(Usd.SchemaBase).GetAllDerivedTypes():
    name = registry.GetSchemaTypeName(derived)
    if not name:
        continue
    if registry.IsTyped(derived):
        types.add(name)
    definition = registry.FindConcretePrimDefinition(name) or registry.FindAppliedAPIPrimDefinition(name)
    if definition is not None:
        properties.update(each for each in definition.GetPropertyNames() if "__INSTANCE_NAME__" not in each)


def listed(name: str, comment: str, words: set[str]) -> str:
    lines = textwrap.wrap(" ".join(sorted(words)), 116, break_long_words=False, break_on_hyphens=False)
    body = " \" +\n  \"".join(lines)
    return f"/** {comment} */\nexport const {name}: ReadonlySet<string> = new Set(\n  (\"{body}\").split(\" \"),\n);\n"


version = ".".join(str(part) for part in Usd.GetVersion()[1:])
print(f"// Made by test/oracle/schema-names.py with usd-core {version}: do not edit.\n")
print(listed("referenceTypes", "Prim types of the reference's schemas: not misspelled, whatever they are near to.", types))
print(
    listed("referenceProperties", "Properties of those schemas and of the reference's API schemas.", properties),
    end="",
)
