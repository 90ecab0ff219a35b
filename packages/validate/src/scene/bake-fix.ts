/** The fix that replaces all ops of a prim with the one matrix that the service reads. */
import { bakedTransform, hasType, isFiniteMatrix, plainData, RESET_XFORM_STACK } from "@usdkit/service-scene";
import { type AttributeSpec, type ByteRange, type Layer, type PrimSpec, type PropertySpec } from "@usdkit/layer";
import { mergeEdits, removeStatements, type TextEdit } from "@usdkit/usda";
import type { Fix } from "../model/finding.ts";
import { isMoreThanValue } from "./attributes.ts";
import { makeFix } from "./make-fix.ts";
import type { RuleReading } from "./rule-reading.ts";
import { matrixText, orderText } from "./matrix-text.ts";
import { TRANSFORM } from "./names.ts";
import type { TransformReading } from "./transform-reading.ts";
import { entriesThatCount } from "./transform-reading.ts";
import type { CountingOp } from "./unsupported-ops.ts";

/**
 * Returns the fix that writes the matrix in place of the first op, and the order of it alone (`!resetXformStack!` stays first),
 * and removes the other ops, whose comments stay where they are. None if something would be lost: animation, connections,
 * metadata of an op, an op that is not in this file or has no value, a matrix that is authored and not listed.
 *
 * It is safe only if every stage that uses the layer stays the same: opinions of other layers, prims or variants may depend on the
 * ops by name, so it is safe in a scene of the service alone, which no other layer uses. All listed ops have values in this spec, which is stronger than what a payload brings.
 */
export function bakeFix(
  { layer, scene }: { readonly layer: Layer; readonly scene: RuleReading },
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
  const text = matrixText(withoutRounding(baked.matrix, numbersOf(parts.ops)));
  const { composition, isServiceScene } = scene;
  const isSafe = isServiceScene && composition.composedFrom(prim) !== "arcs" && !composition.isTarget(prim);
  return makeFix("Write the ops as one matrix", isSafe, () => {
    const gone = parts.ops.filter((op) => op !== matrix).map(({ statements }) => statements[0]);
    const { orderValue, authored } = parts;
    const written: TextEdit =
      authored === undefined ? { ...gone[0], text: `matrix4d ${TRANSFORM} = ${text}` } : { ...authored, text };
    const removed = removeStatements(layer, gone.slice(authored === undefined ? 1 : 0));
    return mergeEdits([{ ...orderValue, text: orderText(entries) }, written], removed);
  });
}

/** Numbers below this fraction of the largest number of their row are rounding errors. */
const ROUNDING = 1e-15;

/** Returns the matrix with rounding errors of rotations (about 2e-16) set to 0; an authored translation stays. */
function withoutRounding(matrix: readonly number[], authored: ReadonlySet<number>): readonly number[] {
  return matrix.map((value, i) => {
    const row = i - (i % 4);
    if (row === 12 && authored.has(Math.abs(value))) return value;
    const largest = Math.max(...matrix.slice(row, row + 3).map(Math.abs));
    return Math.abs(value) <= ROUNDING * largest ? 0 : value;
  });
}

/** The absolute values of the numbers of the ops. */
function numbersOf(ops: readonly AttributeSpec[]): ReadonlySet<number> {
  const values = ops.map(({ defaultValue: value }) => (value?.kind === "typed" ? plainData(value) : []));
  return new Set(values.flat().map((each) => Math.abs(Number(each))));
}

interface Parts {
  readonly orderValue: ByteRange;
  /** The value of the matrix, if it is listed. */
  readonly authored: ByteRange | undefined;
  readonly ops: readonly AttributeSpec[];
}

/** Returns undefined if something would be lost. */
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
  if (matrix === undefined) return { orderValue, authored: undefined, ops };
  const isListed = entriesThatCount(entries).some((entry) => entry.endsWith(TRANSFORM));
  if (!isListed || !isPlain(matrix) || !hasType(matrix, "matrix4d")) return undefined;
  const value = matrix.defaultValue?.range;
  return value === undefined ? undefined : { orderValue, authored: value, ops };
}

/** Returns whether an attribute has one statement, with only a value. */
function isPlain(property: PropertySpec | undefined): property is AttributeSpec {
  return property?.specType === "attribute" && property.statements.length === 1 && !isMoreThanValue(property);
}
