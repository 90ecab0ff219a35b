/** The fix that writes all ops of a prim as the one matrix that the service reads. */
import { bakedTransform, hasType, isFiniteMatrix, RESET_XFORM_STACK } from "@usdkit/schema";
import { type AttributeSpec, type Layer, type PrimSpec, type PropertySpec } from "@usdkit/layer";
import { mergeEdits, type TextEdit } from "@usdkit/usda";
import type { Fix } from "../model/finding.ts";
import { isMoreThanValue } from "./attributes.ts";
import { makeFix } from "./make-fix.ts";
import type { SceneReading } from "./scene-reading.ts";
import { matrixText, orderText } from "./matrix-text.ts";
import { TRANSFORM } from "./names.ts";
import { removeStatement } from "./statement-edits.ts";
import type { TransformReading } from "./transform-reading.ts";
import { entriesThatCount } from "./transform-reading.ts";
import type { CountingOp } from "./unsupported-ops.ts";

/**
 * Returns the fix that writes the matrix in place of the first op, and the order of it alone (`!resetXformStack!` stays first),
 * and removes the other ops. None if something would be lost: animation, connections, metadata of an op, an op that is not in
 * this file or has no value, a matrix that is authored and not listed.
 *
 * It is safe only if the composed scene stays the same: opinions of other layers, prims or variants may depend on the ops by
 * name. All listed ops have values in this spec, which is stronger than what a payload brings.
 */
export function bakeFix(
  { layer, scene }: { readonly layer: Layer; readonly scene: SceneReading },
  prim: PrimSpec,
  reading: TransformReading,
  counting: readonly CountingOp[],
): readonly Fix[] {
  const { order, matrix } = reading;
  const parts = partsToBake(reading, counting);
  if (parts === undefined || layer.source === undefined || order === undefined) return [];
  const baked = bakedTransform(prim);
  if (baked.problems.length > 0 || !isFiniteMatrix(baked.matrix)) return [];
  const entries = baked.resetsXformStack ? [RESET_XFORM_STACK, TRANSFORM] : [TRANSFORM];
  const text = matrixText(withoutRounding(baked.matrix));
  const { composition } = scene;
  const isSafe = composition.composedFrom(prim) !== "arcs" && !composition.isTarget(prim);
  return makeFix("Write the ops as one matrix", isSafe, () => {
    const gone = parts.ops.filter((op) => op !== matrix);
    const isNew = parts.matrixValue === undefined;
    const written: TextEdit = isNew
      ? { ...gone[0].statements[0], text: `matrix4d ${TRANSFORM} = ${text}` }
      : { ...parts.matrixValue, text };
    const removed = unite(gone.slice(isNew ? 1 : 0).flatMap((op) => removeStatement(layer, op)));
    return mergeEdits([{ ...parts.orderValue, text: orderText(entries) }, written], removed);
  });
}

/** Below this part of the largest number of its row, a number is what rounding left of 0. */
const ROUNDING = 1e-15;

/** The matrix with 0 for the 2e-16 that products of rotations leave; the translation stays. */
function withoutRounding(matrix: readonly number[]): readonly number[] {
  return matrix.map((value, i) => {
    const row = i - (i % 4);
    if (row === 12) return value;
    const largest = Math.max(...matrix.slice(row, row + 3).map(Math.abs));
    return Math.abs(value) <= ROUNDING * largest ? 0 : value;
  });
}

/** Statements on one line are removed with what is between them, each of two neighbours the same: such ranges become one. */
function unite(removals: readonly TextEdit[]): readonly TextEdit[] {
  const united: TextEdit[] = [];
  for (const edit of removals.toSorted((a, b) => a.start - b.start)) {
    const last = united.at(-1);
    if (last === undefined || edit.start > last.end) united.push(edit);
    else united[united.length - 1] = { ...last, end: Math.max(last.end, edit.end) };
  }
  return united;
}

interface Parts {
  readonly orderValue: { readonly start: number; readonly end: number };
  /** Of the matrix that is listed, where there is one. */
  readonly matrixValue: { readonly start: number; readonly end: number } | undefined;
  readonly ops: readonly AttributeSpec[];
}

/** Undefined where something would be lost. */
function partsToBake(
  { order, entries, matrix, hasMisspelling }: TransformReading,
  counting: readonly CountingOp[],
): Parts | undefined {
  if (hasMisspelling || entries === undefined || !isPlain(order)) return undefined;
  const orderValue = order.defaultValue?.range;
  const ops: AttributeSpec[] = [];
  for (const { attribute } of counting) {
    if (!isPlain(attribute) || (attribute !== matrix && attribute.fields.size > 0)) return undefined;
    ops.push(attribute);
  }
  if (orderValue === undefined || ops.length === 0) return undefined;
  if (matrix === undefined) return { orderValue, matrixValue: undefined, ops };
  const isListed = entriesThatCount(entries).some((entry) => entry.endsWith(TRANSFORM));
  if (!isListed || !isPlain(matrix) || !hasType(matrix, "matrix4d")) return undefined;
  const matrixValue = matrix.defaultValue?.range;
  return matrixValue === undefined ? undefined : { orderValue, matrixValue, ops };
}

/** An attribute of one statement that is a value and nothing else. */
function isPlain(property: PropertySpec | undefined): property is AttributeSpec {
  return property?.specType === "attribute" && property.statements.length === 1 && !isMoreThanValue(property);
}
