/** All ops of a prim, as USD reads them; the service reads fewer: see `service-matrix.ts`. */
import type { AttributeSpec, PrimSpec, TypedValue } from "@usdkit/layer";
import {
  identityMatrix,
  invertOpMatrix,
  isOpValueType,
  multiplyOps,
  opMatrix,
  parseOpName,
  RESET_XFORM_STACK,
  type RowMatrix,
  type TransformOpType,
} from "@usdkit/transforms";
import { attributeOf, plainData } from "../prims/attribute-value.ts";

/** An op that is applied: an entry of `xformOpOrder` with its attribute. */
export interface TransformOp {
  /** As in the order: `!invert!xformOp:translate:pivot`. */
  readonly name: string;
  readonly attribute: AttributeSpec;
  readonly type: TransformOpType;
  /** `pivot`; "" if there is none. */
  readonly suffix: string;
  readonly isInverse: boolean;
  /** The matrix of the op, or its inverse for an inverse op; the identity if there is a problem with it. */
  readonly matrix: RowMatrix;
}

/** An invalid entry of `xformOpOrder`; the reference treats it as the identity, with or without a warning. */
export interface TransformProblem {
  /** The entry of the order. */
  readonly op: string;
  /**
   * `unknown`: an op type that the reference does not define. `missing`: no attribute of that name. `no-value`: no default
   * value. `type`: a value that such an op cannot have. `singular`: an inverse of a singular matrix.
   */
  readonly kind: "unknown" | "missing" | "no-value" | "type" | "singular";
  /** One sentence. It may contain any character of the file. */
  readonly message: string;
}

/** The result of {@link transformOps}. */
export interface TransformOps {
  /** In the order of `xformOpOrder`: the last one is applied first. */
  readonly ops: readonly TransformOp[];
  /** Whether the transformations of the parents are ignored. */
  readonly resetsXformStack: boolean;
  readonly problems: readonly TransformProblem[];
}

/** The result of {@link bakedTransform}. */
export interface BakedTransform {
  readonly matrix: RowMatrix;
  /** Whether `!resetXformStack!` must stay first in the order: no matrix can express it. */
  readonly resetsXformStack: boolean;
  /** If there are any, the matrix probably differs from the author's intention. */
  readonly problems: readonly TransformProblem[];
}

/**
 * Returns the ops of a prim of any type that are applied, at the default time (the service reads no other). Entries before
 * `!resetXformStack!` are dropped, as in the reference. Ops that the order does not list are ignored.
 *
 * Source: UsdGeomXformable::GetOrderedXformOps, UsdGeomXformOp::GetOpTransform.
 */
export function transformOps(prim: PrimSpec): TransformOps {
  const order = opOrderOf(prim);
  const reset = order.lastIndexOf(RESET_XFORM_STACK);
  const ops: TransformOp[] = [];
  const problems: TransformProblem[] = [];
  // Found by name once: an order may have as many entries as the prim has attributes.
  const attributes = new Map<string, AttributeSpec>();
  if (order.length > 0) {
    for (const each of prim.properties) if (each.specType === "attribute") attributes.set(each.name, each);
  }
  for (const entry of order.slice(reset + 1)) {
    const read = readOp(attributes, entry);
    if ("kind" in read) problems.push(read);
    else {
      ops.push(read.op);
      if (read.problem !== undefined) problems.push(read.problem);
    }
  }
  return { ops, resetsXformStack: reset >= 0, problems };
}

/** Returns the entries of `xformOpOrder`, as authored; none if there is no such list. Its variability does not matter here. */
export function opOrderOf(prim: PrimSpec): readonly string[] {
  const value = attributeOf(prim, "xformOpOrder")?.defaultValue;
  if (value?.kind !== "typed" || !value.isArray || value.type.kind !== "token") return [];
  return value.data as readonly string[];
}

/** Returns whether the prim's order ignores the transformations of its parents. */
export function resetsXformStack(prim: PrimSpec): boolean {
  return opOrderOf(prim).includes(RESET_XFORM_STACK);
}

/**
 * Returns the matrix from the prim's space to its parent's, from all of its ops, as USD (and not the service) reads it. Equals
 * `UsdGeomXformable.GetLocalTransformation` at the default time to 1e-12 of the matrix's largest number.
 */
export function localTransformation(prim: PrimSpec): RowMatrix {
  return product(transformOps(prim).ops);
}

/**
 * Returns all ops as one matrix: as `xformOp:transform` it gives the prim the same transform as in USD, under the same
 * parents. Write it with the order `["xformOp:transform"]`, or `["!resetXformStack!", "xformOp:transform"]` if it resets.
 */
export function bakedTransform(prim: PrimSpec): BakedTransform {
  const { ops, resetsXformStack, problems } = transformOps(prim);
  return { matrix: product(ops), resetsXformStack, problems };
}

function product(ops: readonly TransformOp[]): RowMatrix {
  return multiplyOps(
    ops.map(({ attribute, isInverse, matrix }) => ({ attributeName: attribute.name, isInverse, matrix })),
  );
}

function readOp(
  attributes: ReadonlyMap<string, AttributeSpec>,
  entry: string,
): TransformProblem | { readonly op: TransformOp; readonly problem: TransformProblem | undefined } {
  const name = parseOpName(entry);
  const attribute = name === undefined ? undefined : attributes.get(name.attributeName);
  if (name?.type === undefined) {
    return { op: entry, kind: "unknown", message: `"${entry}" is not a transformation of USD` };
  }
  const { type, suffix, isInverse } = name;
  if (attribute === undefined) {
    return { op: entry, kind: "missing", message: `"${entry}" is listed, but there is no attribute of that name` };
  }
  const evaluated = evaluate(attribute, type, isInverse);
  const isProblem = typeof evaluated === "string";
  const matrix = isProblem ? identityMatrix : evaluated;
  return {
    op: { name: entry, attribute, type, suffix, isInverse, matrix },
    problem: isProblem ? { op: entry, kind: evaluated, message: describe(evaluated, entry, attribute) } : undefined,
  };
}

function evaluate(
  { defaultValue }: AttributeSpec,
  type: TransformOpType,
  isInverse: boolean,
): RowMatrix | "no-value" | "type" | "singular" {
  if (defaultValue === undefined || defaultValue.kind === "block") return "no-value";
  if (defaultValue.kind !== "typed" || defaultValue.isArray || !isOpValueType(type, defaultValue.type)) return "type";
  const matrix = opMatrix(type, numbersOf(defaultValue));
  return isInverse ? (invertOpMatrix(type, matrix) ?? "singular") : matrix;
}

function numbersOf(value: TypedValue): readonly number[] {
  const data = plainData(value);
  return typeof data === "number" ? [data] : (data as readonly number[]);
}

function describe(kind: "no-value" | "type" | "singular", entry: string, { typeName }: AttributeSpec): string {
  switch (kind) {
    case "no-value":
      return `"${entry}" has no value at the default time`;
    case "type":
      return `"${entry}" cannot be a ${typeName}`;
    case "singular":
      return `"${entry}" is the inverse of what cannot be inverted`;
  }
}
