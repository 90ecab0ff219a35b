/** Compares time samples by time. */
import type { TimeSamples, Value } from "../model/types.ts";
import { sameDictionary } from "./compare-dictionaries.ts";
import type { Unlike } from "./compare-values.ts";
import { compareValues } from "./compare-values.ts";
import type { SpecContext } from "./spec-context.ts";

/** Times are compared exactly: samples at different times are different samples. */
export function compareSamples(
  path: () => string,
  before: TimeSamples | undefined,
  after: TimeSamples | undefined,
  context: SpecContext,
): void {
  const { comparison, emit } = context;
  if (before === undefined || after === undefined) {
    if (before === after) return;
    emit({ kind: "timeSamples", path: path(), before: before?.times.length, after: after?.times.length });
    return;
  }
  const one = (time: number, left: Value | undefined, right: Value | undefined, unlike?: Unlike): void =>
    emit({ kind: "timeSample", path: path(), time, before: left, after: right, ...unlike });
  if (samePacked(before, after)) return;
  const [a, b] = [before.times, after.times];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && Object.is(a[i], b[j])) {
      const [left, right] = [before.value(i), after.value(j)];
      const unlike = compareSample(left, right, context);
      if (unlike !== undefined) one(a[i], left, right, unlike);
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && !(a[i] > b[j]))) {
      one(a[i], before.value(i++), undefined);
    } else {
      one(b[j], undefined, after.value(j++));
    }
  }

  /** No attribute type is a dictionary, but a program may build one. */
  function compareSample(left: Value, right: Value, { comparison: rules }: SpecContext): Unlike | undefined {
    if (left.kind !== "dictionary" || right.kind !== "dictionary") return compareValues(left, right, comparison);
    return sameDictionary(left, right, rules) ? undefined : {};
  }
}

/** The common case, without an object per sample: equal numbers at equal times. */
function samePacked({ times: a, packed: left }: TimeSamples, { times: b, packed: right }: TimeSamples): boolean {
  if (left === undefined || right === undefined || left.type !== right.type) return false;
  return sameBits(a, b) && sameBits(left.data, right.data);
}

function sameBits(a: ArrayLike<number | bigint>, b: ArrayLike<number | bigint>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
