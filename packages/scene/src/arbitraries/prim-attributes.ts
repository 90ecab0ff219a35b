/** Arbitrary attribute values, from the table of a prim type. */
import type { PrimDefinition, PropertyDefinition } from "@usdkit/scene";
import * as fc from "fast-check";
import { mostly } from "./mostly.ts";

const BAD_NUMBERS = [0, -1, Number.NaN, Infinity, -Infinity, 1e-50, 1e39, 5e-324, 1e308];

/**
 * Returns some attributes of a prim type, with values in their range; for `Scene.prim` and `set`. Only numbers, tuples of
 * them, booleans and strings; never the transformation.
 *
 * @param isHostile Whether some values are out of range; default true.
 */
export function primAttributes(
  { properties }: PrimDefinition,
  isHostile = true,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const values: Record<string, fc.Arbitrary<unknown>> = {};
  for (const definition of properties.values()) {
    const value = definition.kind === "attribute" ? valueOf(definition, isHostile) : undefined;
    if (value !== undefined) values[definition.name] = value;
  }
  return fc.record(values, { requiredKeys: [] });
}

const TYPE = /^(?<scalar>half|float|double|int)(?<count>[234])?$/;

function valueOf(definition: PropertyDefinition, isHostile: boolean): fc.Arbitrary<unknown> | undefined {
  const { type, allowedTokens, isIncreasing } = definition;
  if (allowedTokens !== undefined) {
    return mostly(isHostile, fc.constantFrom<unknown>(...allowedTokens), fc.constantFrom<unknown>("", "other", 1));
  }
  if (type === "bool") return mostly(isHostile, fc.boolean(), fc.constantFrom<unknown>("true", 1));
  if (type === "string" || type === "token") return mostly(isHostile, fc.string(), fc.constant<unknown>("\ud800"));
  const match = TYPE.exec(type);
  if (match === null) return undefined;
  const { scalar, count } = match.groups as { scalar: string; count?: string };
  const number = numberOf(definition, scalar === "int");
  const bad = fc.constantFrom<unknown>(...BAD_NUMBERS);
  if (count === undefined) return mostly<unknown>(isHostile, number, bad);
  const numbers = fc.array(number, { minLength: Number(count), maxLength: Number(count) });
  if (isIncreasing !== true)
    return mostly<unknown>(isHostile, numbers, fc.constantFrom<unknown>([], [Number.NaN], "x"));
  const step = fc.double({ min: 0.1, max: 1e6, noNaN: true });
  const steps = fc.array(mostly(isHostile, step, fc.constantFrom(0, -1, 1e-12, Infinity)), {
    minLength: Number(count) - 1,
    maxLength: Number(count) - 1,
  });
  return fc.tuple(number, steps).map(([first, rest]) => {
    const sums = [first];
    for (const each of rest) sums.push((sums.at(-1) ?? 0) + each);
    return sums;
  });
}

/** Small numbers, as different large ones may round to the same float. */
function numberOf({ range }: PropertyDefinition, isWhole: boolean): fc.Arbitrary<number> {
  const least = range?.exclusiveMinimum ?? range?.minimum ?? -100;
  if (isWhole) return fc.integer({ min: least + 1, max: least + 4000 });
  const margin = range?.exclusiveMinimum === undefined ? 0 : 0.001;
  return fc.double({ min: least + margin, max: least + 200, noNaN: true });
}
