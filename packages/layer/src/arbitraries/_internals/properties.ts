/** Arbitrary attributes and relationships. */
import type { PlainAttribute, PlainProperty, PlainRelationship, PlainValue } from "@usdkit/layer";
import * as fc from "fast-check";
import { typeNames, valueArbitrary as typedValue } from "../value-arbitrary.ts";
import { arrayEdit } from "./array-edits.ts";
import { listOp } from "./list-ops.ts";
import { metadata, sometimes, unregisteredText } from "./metadata.ts";
import { propertyName, targetPath } from "./names.ts";
import { spline, splineTypes } from "./spline.ts";

const times = fc.oneof(
  fc.integer({ min: -5, max: 100 }),
  fc.constantFrom(0.5, -0.25, 1e15, 1 / 3, 5e-324, Infinity, -Infinity),
);

function attributeOf(typeName: string): fc.Arbitrary<PlainAttribute> {
  const typed = typedValue(typeName);
  // The reference rejects edits of arrays of this old alias.
  const edits =
    typeName.endsWith("[]") && typeName !== "Schema[]"
      ? [{ weight: 1, arbitrary: arrayEdit(typeName.slice(0, -2)) }]
      : [];
  const value: fc.Arbitrary<PlainValue> = fc.oneof(
    { weight: 8, arbitrary: typed },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant({ kind: "animationBlock" } as const) },
    ...edits,
  );
  const sample: fc.Arbitrary<PlainValue> = fc.oneof(
    { weight: 6, arbitrary: typed },
    { weight: 1, arbitrary: fc.constant(null) },
    ...edits,
  );
  return fc.record({
    name: propertyName,
    type: fc.constant(typeName),
    value: sometimes(value),
    timeSamples: sometimes(fc.uniqueArray(fc.tuple(times, sample), { maxLength: 4, selector: ([time]) => time })),
    spline: splineTypes.has(typeName) ? sometimes(spline(typeName)) : fc.constant(undefined),
    connections: sometimes(listOp(targetPath)),
    custom: fc.boolean(),
    uniform: fc.boolean(),
    metadata: sometimes(metadata.attribute),
  });
}

/** Paths as values, and types that the format does not define or that have no values. */
const oddAttribute: fc.Arbitrary<PlainAttribute> = fc
  .tuple(
    propertyName,
    fc.oneof(
      fc.constantFrom("opaque", "foreign", "foreign[]").map((type) => [type, undefined] as const),
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

export const properties: fc.Arbitrary<PlainProperty[]> = fc.uniqueArray(
  fc.oneof({ weight: 3, arbitrary: attribute }, { weight: 1, arbitrary: relationship }),
  { maxLength: 3, selector: ({ name }) => name },
);
