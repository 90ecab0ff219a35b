// Layers of all that the format has: specs, fields, values, list operations, arcs, variants.

import * as fc from "fast-check";
import type { PlainArc, PlainField, PlainFields } from "../../packages/usda/src/layer/plain-fields.ts";
import type {
  PlainAttribute,
  PlainBody,
  PlainLayer,
  PlainPrim,
  PlainProperty,
  PlainRelationship,
  PlainVariant,
  PlainVariantSet,
} from "../../packages/usda/src/layer/plain-layer.ts";
import { makeLayer } from "../../packages/usda/src/layer/plain-layer.ts";
import type { PlainValue } from "../../packages/usda/src/layer/plain-values.ts";
import type { FieldValue, Layer, ListOp, Spline, SplineKnot } from "../../packages/usda/src/layer/types.ts";
import type { FieldDefinition, FieldSpecKind } from "../../packages/usda/src/schema/fields.ts";
import { fieldDefinitions } from "../../packages/usda/src/schema/fields.ts";
import { displayUnits } from "../../packages/usda/src/schema/units.ts";
import { valueTypes } from "../../packages/usda/src/schema/value-types.ts";
import { anyString, anyText, anyToken, assetPath, dictionary, typedValue, typeNames } from "./value-arbitrary.ts";

// Names and paths.

const identifier = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("A", "B", "C", "x", "y", "World", "_1", "é", "漢字", "toString", "__proto__"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("def", "None", "rel", "variantSet", "timeSamples", "int", "add", "inf", "true"),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,6}$/) },
);
const propertyName = fc.oneof(
  { weight: 3, arbitrary: identifier },
  { weight: 2, arbitrary: fc.array(identifier, { minLength: 2, maxLength: 3 }).map((parts) => parts.join(":")) },
);
const variantName = fc.constantFrom("a", "b", "red", ".hidden", "0", "a-b", "x|y", "é", "None");
const primPath = fc.array(identifier, { minLength: 1, maxLength: 3 }).map((names) => `/${names.join("/")}`);
const targetPath = fc.oneof(
  primPath,
  fc.tuple(primPath, propertyName).map(([prim, property]) => `${prim}.${property}`),
);
const primType = fc.constantFrom("", "", "Xform", "Mesh", "é", "Ns::Type", "int");

// List operations.

function itemsOf<T>(item: fc.Arbitrary<T>, keyOf: (item: T) => unknown, minLength: number): fc.Arbitrary<T[]> {
  return fc.uniqueArray(item, { minLength, maxLength: 3, selector: keyOf });
}

/** Some of the operations; none of them is empty, as text has no such thing. */
function listEdit<T>(item: fc.Arbitrary<T>, keyOf: (item: T) => unknown = String): fc.Arbitrary<ListOp<T>> {
  const operation = fc.option(itemsOf(item, keyOf, 1), { nil: undefined });
  return fc
    .record({ added: operation, prepended: operation, appended: operation, deleted: operation, ordered: operation })
    .filter((edit) => Object.values(edit).some((list) => list !== undefined));
}

function listOp<T>(item: fc.Arbitrary<T>, keyOf: (item: T) => unknown = String): fc.Arbitrary<ListOp<T>> {
  return fc.oneof(
    itemsOf(item, keyOf, 0).map((explicit) => ({ explicit })),
    listEdit(item, keyOf),
  );
}

const offsets = fc.record({
  offset: fc.constantFrom(0, 1, -2.5, 1e21),
  scale: fc.constantFrom(1, 0.5, -1, 0),
});
const arcTarget = fc.record({ asset: assetPath, primPath: fc.oneof(fc.constant(""), primPath) });
const payload: fc.Arbitrary<PlainArc> = fc
  .tuple(arcTarget, offsets)
  .map(([target, offset]) => ({ ...target, ...offset }));
const reference: fc.Arbitrary<PlainArc> = fc.oneof(
  payload,
  fc.tuple(payload, dictionary).map(([arc, customData]) => ({ ...arc, customData })),
);
const arcKey = ({ asset, primPath: path }: PlainArc): string => `${asset ?? ""} ${path ?? ""}`;

// Metadata.

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

/** What a field of the schema can hold; undefined for those that other parts of the text say. */
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

/** Values of fields and types that the format does not know, in the form that it keeps them in. */
const unregisteredText = fc.constantFrom(
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

const metadata: Readonly<Record<FieldSpecKind, fc.Arbitrary<PlainFields>>> = {
  layer: fields("layer"),
  prim: fields("prim"),
  variant: fields("variant"),
  variantSet: fc.constant(new Map()),
  attribute: fields("attribute"),
  relationship: fields("relationship"),
};
const sometimes = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: 2 });

// Properties.

function spline(typeName: "double" | "float" | "half"): fc.Arbitrary<Spline> {
  const valueType = valueTypes.get(typeName);
  if (valueType === undefined) throw new Error(typeName);
  const number = fc.constantFrom(0, 1, -2, 0.5, 1024);
  const tangent = fc.record({
    width: fc.constantFrom(0, 0.5, 2),
    slope: number,
    // Tangents of autoEase are computed by who reads them.
    algorithm: fc.constantFrom("none", "custom"),
  } as const);
  const knot: fc.Arbitrary<SplineKnot> = fc.record({
    time: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
    value: number,
    preValue: sometimes(number),
    next: fc.constantFrom("none", "held", "linear", "curve"),
    preTangent: tangent,
    postTangent: tangent,
  } as const);
  const extrapolation = fc.oneof(
    fc.constantFrom(
      { mode: "none" },
      { mode: "held" },
      { mode: "linear" },
      { mode: "loop repeat" },
      { mode: "loop reset" },
      {
        mode: "loop oscillate",
      } as const,
    ),
    number.map((slope) => ({ mode: "sloped", slope }) as const),
  ) as fc.Arbitrary<Spline["pre"]>;
  return fc.record({
    kind: fc.constant("spline"),
    valueType: fc.constant(valueType),
    curveType: fc.constant("bezier"),
    pre: extrapolation,
    post: extrapolation,
    loop: sometimes(fc.constantFrom({ protoStart: 1, protoEnd: 5, preLoops: 0, postLoops: 2, valueOffset: -1.5 })),
    knots: fc
      .uniqueArray(knot, { maxLength: 4, selector: ({ time }) => time + 0 })
      .map((knots) => knots.sort((a, b) => a.time - b.time)),
  } as const);
}

const splineTypes: ReadonlySet<string> = new Set(["double", "float", "half"]);
const times = fc.oneof(fc.integer({ min: -5, max: 100 }), fc.constantFrom(0.5, -0.25, 1e15, 1 / 3));

function attributeOf(typeName: string): fc.Arbitrary<PlainAttribute> {
  const typed = typedValue(typeName);
  const value: fc.Arbitrary<PlainValue> = fc.oneof(
    { weight: 8, arbitrary: typed },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant({ kind: "animationBlock" } as const) },
  );
  const sample = fc.oneof({ weight: 6, arbitrary: typed }, { weight: 1, arbitrary: fc.constant(null) });
  return fc.record({
    name: propertyName,
    type: fc.constant(typeName),
    value: sometimes(value),
    timeSamples: sometimes(fc.uniqueArray(fc.tuple(times, sample), { maxLength: 4, selector: ([time]) => time })),
    spline: splineTypes.has(typeName) ? sometimes(spline(typeName as "double")) : fc.constant(undefined),
    connections: sometimes(listOp(targetPath)),
    custom: fc.boolean(),
    uniform: fc.boolean(),
    metadata: sometimes(metadata.attribute),
  });
}

/** Array edits, paths as values, and types that the format does not know. */
const oddAttribute: fc.Arbitrary<PlainAttribute> = fc
  .tuple(
    propertyName,
    fc.oneof(
      fc.constantFrom("edit []", "edit [append 3]", "edit [append 1; write 2 to [0]]").map((text) => {
        const type = valueTypes.get("int");
        if (type === undefined) throw new Error("int");
        return ["int[]", { kind: "arrayEdit", type, text }] as const;
      }),
      targetPath.map((path) => ["token", { kind: "path", path }] as const),
      unregisteredText.map((text) => ["foreign", { kind: "unregistered", text }] as const),
    ),
  )
  .map(([name, [type, value]]) => ({ name, type, value }));

const attribute: fc.Arbitrary<PlainAttribute> = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...typeNames).chain(attributeOf) },
  { weight: 1, arbitrary: oddAttribute },
);

const relationship: fc.Arbitrary<PlainRelationship> = fc.record({
  name: propertyName,
  type: fc.constant("rel"),
  targets: sometimes(listOp(targetPath)),
  defaultTarget: sometimes(targetPath),
  custom: fc.boolean(),
  varying: fc.boolean(),
  metadata: sometimes(metadata.relationship),
} as const);

const properties: fc.Arbitrary<PlainProperty[]> = fc.uniqueArray(
  fc.oneof({ weight: 3, arbitrary: attribute }, { weight: 1, arbitrary: relationship }),
  { maxLength: 3, selector: ({ name }) => name },
);

// Prims and variants.

/** Sets that the metadata declares; what is declared comes first, and need not have variants. */
function withVariantSetNames(body: PlainBody, declare: number): PlainBody {
  const sets = body.variantSets ?? [];
  const names = sets.map(({ name }) => name);
  const known = new Map(body.metadata === undefined ? [] : (body.metadata as ReadonlyMap<string, PlainField>));
  const written = sets.filter(({ variants }) => variants.length > 0);
  if (names.length === 0 || declare === 0) return { ...body, variantSets: written };
  if (declare === 1)
    return { ...body, metadata: known.set("variantSetNames", { prepended: names }), variantSets: written };
  return { ...body, metadata: known.set("variantSetNames", declare === 2 ? { explicit: names } : { added: names }) };
}

interface Tied {
  readonly prim: PlainPrim;
  readonly variant: PlainVariant;
}

const { prim } = fc.letrec<Tied>((tie: fc.LetrecTypedTie<Tied>): fc.LetrecValue<Tied> => {
  const variantSet: fc.Arbitrary<PlainVariantSet> = fc.record({
    name: variantName,
    variants: fc.uniqueArray(tie("variant"), { maxLength: 2, selector: ({ name }) => name }),
  });
  const depth = { depthSize: "small", maxDepth: 3 } as const;
  const noPrims: fc.Arbitrary<PlainPrim[]> = fc.constant([]);
  const children = fc.oneof(
    depth,
    noPrims,
    fc.uniqueArray(tie("prim"), { maxLength: 3, selector: ({ name }) => name }),
  );
  const noSets: fc.Arbitrary<PlainVariantSet[]> = fc.constant([]);
  const variantSets = fc.oneof(
    depth,
    { weight: 4, arbitrary: noSets },
    { weight: 1, arbitrary: fc.uniqueArray(variantSet, { maxLength: 2, selector: ({ name }) => name }) },
  );
  const body = (kind: "prim" | "variant"): fc.Arbitrary<PlainBody> =>
    fc
      .tuple(
        fc.record({ metadata: sometimes(metadata[kind]), properties, children, variantSets }),
        fc.integer({ min: 0, max: 3 }),
      )
      .map(([made, declare]) => withVariantSetNames(made, declare));
  return {
    prim: fc
      .tuple(identifier, primType, fc.constantFrom("def", "over", "class"), body("prim"))
      .map(([name, type, specifier, made]) => ({ ...made, name, type, specifier })),
    variant: fc.tuple(variantName, body("variant")).map(([name, made]) => ({ ...made, name })),
  };
});

/** Layers as plain objects, all of which text can say. */
export const plainLayerArbitrary: fc.Arbitrary<PlainLayer> = fc.record({
  metadata: sometimes(metadata.layer),
  children: fc.uniqueArray(prim, { maxLength: 3, selector: ({ name }) => name }),
});

/** Layers of all that the format has. */
export const layerArbitrary: fc.Arbitrary<Layer> = plainLayerArbitrary.map((plain) => makeLayer(plain));
