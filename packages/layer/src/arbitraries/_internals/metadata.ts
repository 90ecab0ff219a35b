/** Arbitrary metadata of every spec type, from the schema. */
import { displayUnits, fieldDefinitions } from "@usdkit/layer";
import type { FieldDefinition, FieldSpecKind, FieldValue, PlainArc, PlainField, PlainFields } from "@usdkit/layer";
import * as fc from "fast-check";
import { dictionaryArbitrary as dictionary } from "../dictionary-arbitrary.ts";
import { valueArbitrary as typedValue } from "../value-arbitrary.ts";
import { arcKey, listEdit, listOp, offsets, payload, reference } from "./list-ops.ts";
import { identifier, primPath, variantName } from "./names.ts";
import { anyString, anyText, anyToken, assetPath } from "./texts.ts";

const stringMap = fc.uniqueArray(
  fc.tuple(
    anyText.filter((key) => !key.includes("\0")),
    anyText,
  ),
  {
    maxLength: 3,
    selector: ([key]) => key,
  },
);
const nameLists = fc.uniqueArray(identifier, { minLength: 1, maxLength: 3 });

/** Returns values of a field of the schema; undefined for fields that other syntax authors. */
function fieldArbitrary({ name, type, syntax, check }: FieldDefinition): fc.Arbitrary<PlainField> | undefined {
  if (name === "comment") return anyString;
  if (name === "primOrder" || name === "propertyOrder") return nameLists;
  if (syntax === "none" || name === "typeName" || name === "variantSetNames") return undefined;
  if (name === "defaultPrim") return identifier;
  switch (type) {
    case "dictionary":
      return dictionary;
    case "stringMap":
      return stringMap.map((entries) => new Map(entries));
    case "variantSelection":
      return fc
        .uniqueArray(fc.tuple(identifier, fc.oneof(variantName, fc.constantFrom("", "`${X}`"))), {
          maxLength: 3,
          selector: ([key]) => key,
        })
        .map((entries) => new Map(entries));
    case "subLayers":
      return fc.uniqueArray(
        fc
          .tuple(
            assetPath.filter((asset) => asset !== ""),
            offsets,
          )
          .map(([asset, offset]): PlainArc => ({ asset, ...offset })),
        { maxLength: 3, selector: arcKey },
      );
    case "relocates":
      return fc.uniqueArray(fc.tuple(primPath, fc.oneof(primPath, fc.constant(""))), {
        maxLength: 3,
        selector: String,
      });
    case "pathListOp":
      return listOp(primPath);
    case "referenceListOp":
      return listOp(reference, arcKey);
    case "payloadListOp":
      return listOp(payload, arcKey);
    case "permission":
      return fc.constantFrom("public", "private");
    case "displayUnit":
      return fc.constantFrom(...displayUnits.keys());
  }
  if (type.endsWith("ListOp")) return listOp(listItem(type.slice(0, -"ListOp".length)));
  if (check === "positive") return fc.constantFrom(24, 0.5, Infinity);
  if (check === "identifierOrEmpty") return fc.constantFrom("", "A::B", "mirror", "é");
  return typedValue(type);
}

function listItem(type: string): fc.Arbitrary<string | bigint> {
  if (type.startsWith("int")) return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  return type === "token" ? anyToken : anyString;
}

/** Values of fields and types that the format does not define, in the form in which it stores them. */
export const unregisteredText: fc.Arbitrary<string> = fc.constantFrom(
  '"a"',
  "1",
  "-0.5",
  "Word",
  "[]",
  '[1, "a", (1, 2), @x@]',
  "((1, 0), (0, 1))",
  "@a@",
);

const unregisteredField: fc.Arbitrary<FieldValue> = fc.oneof(
  unregisteredText.map((text): FieldValue => ({ kind: "unregistered", text })),
  listEdit(fc.constantFrom("a", "1", '"b"', "(1, 2)")).map((op): FieldValue => ({
    kind: "unregisteredListOp",
    listOp: op,
  })),
);

function definitionsOf(kind: FieldSpecKind): (readonly [string, fc.Arbitrary<PlainField>])[] {
  return [...fieldDefinitions.values()]
    .filter(({ on }) => on.includes(kind))
    .flatMap((definition): (readonly [string, fc.Arbitrary<PlainField>])[] => {
      const value = fieldArbitrary(definition);
      return value === undefined ? [] : [[definition.name, value]];
    });
}

function fields(kind: FieldSpecKind): fc.Arbitrary<PlainFields> {
  const known = definitionsOf(kind);
  const field = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...known).chain(([name, value]) => fc.tuple(fc.constant(name), value)) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom("unknown", "__proto__", "toString"), unregisteredField) },
  );
  return fc
    .uniqueArray(field, { maxLength: 4, selector: ([name]) => name })
    .map((entries): PlainFields => new Map<string, PlainField>(entries));
}

export const metadata: Readonly<Record<FieldSpecKind, fc.Arbitrary<PlainFields>>> = {
  layer: fields("layer"),
  prim: fields("prim"),
  variant: fields("variant"),
  variantSet: fc.constant(new Map()),
  attribute: fields("attribute"),
  relationship: fields("relationship"),
};
export const sometimes = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: 2 });
