// The values of a stage at the times at which they are compared with the reference implementation.

import { createHash } from "node:crypto";
import { dumpValue } from "@usdkit/layer";
import type { StageValues } from "@usdkit/usd";

/** The times, after the default time. */
export const TIMES: readonly number[] = [
  -7, -1, 0, 0.25, 0.5, 1, 1.5, 2, 3, 4.75, 5, 7, 10, 12.5, 15, 16, 20, 24, 30.125, 100,
];

/** An attribute: the times of its samples, and its value and source at the default time and at {@link TIMES}. */
export interface AttributeValues {
  readonly samples: readonly number[];
  readonly values: readonly (readonly [value: string | null, source: string])[];
}

/** Returns the values of an attribute. */
export function attributeValues(values: StageValues, path: string): AttributeValues {
  const attribute = values.attribute(path);
  const rows = [null, ...TIMES].map((time): readonly [string | null, string] => {
    if (attribute === undefined) return [null, "none"];
    const { value, source } = values.value(attribute, time);
    return [value === undefined ? null : dumpValue(value), source.kind];
  });
  return { samples: values.sampleTimes(path), values: rows };
}

/** Returns a short digest of the values of an attribute. */
export function digestOf(values: AttributeValues): string {
  const text = JSON.stringify([values.samples, values.values]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
