/** The names of `xformOpOrder`: `!invert!xformOp:translate:pivot`. */

/** The type of an op, the first part of its name (`UsdGeomXformOp::Type`). */
export type TransformOpType = (typeof transformOpTypes)[number];

/** Every type of op that the reference has. */
export const transformOpTypes = [
  "translate",
  "translateX",
  "translateY",
  "translateZ",
  "scale",
  "scaleX",
  "scaleY",
  "scaleZ",
  "rotateX",
  "rotateY",
  "rotateZ",
  "rotateXYZ",
  "rotateXZY",
  "rotateYXZ",
  "rotateYZX",
  "rotateZXY",
  "rotateZYX",
  "orient",
  "transform",
] as const;

const known: ReadonlySet<string> = new Set(transformOpTypes);

/** Entry of `xformOpOrder` that ignores the transformations of the parents. */
export const RESET_XFORM_STACK = "!resetXformStack!";

const INVERT = "!invert!";
const NAMESPACE = "xformOp:";

/** The parts of an entry of `xformOpOrder`. */
export interface TransformOpName {
  /** `xformOp:translate:pivot`. */
  readonly attributeName: string;
  /** Undefined if the reference has no such op. */
  readonly type: TransformOpType | undefined;
  /** `pivot`; "" if there is none. */
  readonly suffix: string;
  readonly isInverse: boolean;
}

/**
 * Splits an entry of `xformOpOrder` into its parts; undefined if it cannot be the name of an op.
 *
 * @example
 * parseOpName("!invert!xformOp:translate:pivot");
 * // { attributeName: "xformOp:translate:pivot", type: "translate", suffix: "pivot", isInverse: true }
 */
export function parseOpName(entry: string): TransformOpName | undefined {
  const isInverse = entry.startsWith(INVERT);
  const attributeName = isInverse ? entry.slice(INVERT.length) : entry;
  if (!isTransformOp(attributeName)) return undefined;
  const rest = attributeName.slice(NAMESPACE.length);
  const colon = rest.indexOf(":");
  const type = colon < 0 ? rest : rest.slice(0, colon);
  return {
    attributeName,
    type: known.has(type) ? (type as TransformOpType) : undefined,
    suffix: colon < 0 ? "" : rest.slice(colon + 1),
    isInverse,
  };
}

/** Returns whether a property name is that of an op. */
export function isTransformOp(name: string): boolean {
  return name.startsWith(NAMESPACE);
}
