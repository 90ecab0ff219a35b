import { isTextKind, valueTypes, type PlainValue, type TextKind, type ValueType } from "@usdkit/layer";
import * as fc from "fast-check";
import { numbers } from "./_internals/numbers.ts";
import { anyString, anyToken, assetPath, pathExpressionText } from "./_internals/texts.ts";

const texts: Readonly<Record<TextKind, fc.Arbitrary<string>>> = {
  string: anyString,
  token: anyToken,
  asset: assetPath,
  pathExpression: pathExpressionText,
};

/** Every type name that can have a value, arrays too: `point3f`, `point3f[]`, … */
export const typeNames: readonly string[] = [...valueTypes.values()]
  .filter(({ kind }) => kind !== "opaque")
  .flatMap(({ name }) => [name, `${name}[]`]);

/** Lengths: 0, a few, or more elements than a dump lists. */
const arrayLengths = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 4 }) },
  { weight: 1, arbitrary: fc.integer({ min: 60, max: 70 }) },
);

/**
 * Returns values of a type, as `makeLayer` and `plainValue` accept them; never `None`.
 *
 * ```ts
 * fc.assert(fc.property(valueArbitrary("point3f[]"), (points) => plainValue("point3f[]", points).kind === "typed"));
 * ```
 *
 * @throws Error for a type that has no values
 */
export function valueArbitrary(typeName: string): fc.Arbitrary<PlainValue> {
  const isArray = typeName.endsWith("[]");
  const type: ValueType | undefined = valueTypes.get(isArray ? typeName.slice(0, -2) : typeName);
  if (type === undefined || type.kind === "opaque") throw new Error(`${typeName} has no values`);
  const { kind, components } = type;
  const many = <T>(item: fc.Arbitrary<T>, each: number): fc.Arbitrary<T[]> =>
    arrayLengths.chain((length) => fc.array(item, { minLength: length * each, maxLength: length * each }));
  if (isTextKind(kind)) return isArray ? many(texts[kind], 1) : texts[kind];
  const number = numbers[kind];
  if (isArray) return many(number, components);
  return components === 1 ? number : fc.array(number, { minLength: components, maxLength: components });
}
