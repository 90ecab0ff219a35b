/** Arbitrary names and paths. */
import * as fc from "fast-check";

export const identifier: fc.Arbitrary<string> = fc.oneof(
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
export const propertyName: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: identifier },
  { weight: 2, arbitrary: fc.array(identifier, { minLength: 2, maxLength: 3 }).map((parts) => parts.join(":")) },
);
export const variantName: fc.Arbitrary<string> = fc.constantFrom(
  "a",
  "b",
  "red",
  ".hidden",
  "0",
  "a-b",
  "x|y",
  "é",
  "None",
);
export const primPath: fc.Arbitrary<string> = fc
  .array(identifier, { minLength: 1, maxLength: 3 })
  .map((names) => `/${names.join("/")}`);
export const targetPath: fc.Arbitrary<string> = fc.oneof(
  primPath,
  fc.tuple(primPath, propertyName).map(([prim, property]) => `${prim}.${property}`),
  // An attribute of a relationship's target.
  fc
    .tuple(primPath, propertyName, primPath, propertyName)
    .map(([prim, property, target, attribute]) => `${prim}.${property}[${target}].${attribute}`),
);
export const primType: fc.Arbitrary<string> = fc.constantFrom("", "", "Xform", "Mesh", "é", "Ns::Type", "int");
