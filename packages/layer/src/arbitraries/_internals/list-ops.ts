/** Arbitrary list operations, and arcs in them. */
import type { ListOp, PlainArc } from "@usdkit/layer";
import * as fc from "fast-check";
import { dictionaryArbitrary as dictionary } from "../dictionary-arbitrary.ts";
import { primPath } from "./names.ts";
import { assetPath } from "./texts.ts";

function itemsOf<T>(item: fc.Arbitrary<T>, keyOf: (item: T) => unknown, minLength: number): fc.Arbitrary<T[]> {
  return fc.uniqueArray(item, { minLength, maxLength: 3, selector: keyOf });
}

/** Some of the operations; none is empty, as USDA text cannot express an empty one. */
export function listEdit<T>(item: fc.Arbitrary<T>, keyOf: (item: T) => unknown = String): fc.Arbitrary<ListOp<T>> {
  const operation = fc.option(itemsOf(item, keyOf, 1), { nil: undefined });
  return fc
    .record({ added: operation, prepended: operation, appended: operation, deleted: operation, ordered: operation })
    .filter((edit) => Object.values(edit).some((list) => list !== undefined));
}

export function listOp<T>(item: fc.Arbitrary<T>, keyOf: (item: T) => unknown = String): fc.Arbitrary<ListOp<T>> {
  return fc.oneof(
    itemsOf(item, keyOf, 0).map((explicit) => ({ explicit })),
    listEdit(item, keyOf),
  );
}

export const offsets: fc.Arbitrary<{ offset: number; scale: number }> = fc.record({
  offset: fc.constantFrom(0, 1, -2.5, 1e21, 1 / 3),
  scale: fc.constantFrom(1, 0.5, -1, 0, 24 / 30),
});
const arcTarget = fc.record({ asset: assetPath, primPath: fc.oneof(fc.constant(""), primPath) });
export const payload: fc.Arbitrary<PlainArc> = fc
  .tuple(arcTarget, offsets)
  .map(([target, offset]) => ({ ...target, ...offset }));
export const reference: fc.Arbitrary<PlainArc> = fc.oneof(
  payload,
  fc.tuple(payload, dictionary).map(([arc, customData]) => ({ ...arc, customData })),
);
export const arcKey = ({ asset, primPath: path }: PlainArc): string => `${asset ?? ""} ${path ?? ""}`;
