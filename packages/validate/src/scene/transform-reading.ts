/** The authored transformation of a prim, as the transform rules need it. */
import type { AttributeSpec, PrimSpec, PropertySpec } from "@usdkit/layer";
import { OP_PREFIX, RESET_STACK, TRANSFORM, TRANSFORM_ORDER, type Names } from "./names.ts";

const INVERT = "!invert!";
const NONE: readonly never[] = [];

/** The transform properties of a prim, and the entries of its order that have an effect. */
export interface TransformReading {
  /** `xformOp:transform`, whatever its type. */
  readonly matrix: PropertySpec | undefined;
  /** `xformOpOrder`, whatever its type. */
  readonly order: PropertySpec | undefined;
  /** The entries of the order; undefined if none is authored, or its value is not a list of tokens. */
  readonly entries: readonly string[] | undefined;
  /** Properties `xformOp:…` other than `xformOp:transform`, as authored. */
  readonly others: readonly PropertySpec[];
  /** True if a name is a near miss of an op or of the order, and may mean one that is absent. */
  readonly hasMisspelling: boolean;
}

/** Returns undefined if the prim authors no transformation. */
export function readTransform(prim: PrimSpec, names: Names): TransformReading | undefined {
  let matrix: PropertySpec | undefined;
  let order: PropertySpec | undefined;
  let others: PropertySpec[] | undefined;
  let nearMiss = false;
  for (const property of prim.properties) {
    const { name } = property;
    if (name === TRANSFORM) matrix = property;
    else if (name === TRANSFORM_ORDER) order = property;
    else if (name.startsWith(OP_PREFIX)) (others ??= []).push(property);
    else nearMiss ||= isNearMiss(name, names);
  }
  if (matrix === undefined && order === undefined && others === undefined) return undefined;
  const entries = order?.specType === "attribute" ? entriesOf(order) : undefined;
  nearMiss ||= others?.some(({ name }) => names.nearOrderEntry(name) !== undefined) === true;
  nearMiss ||= entries?.some((entry) => entry !== TRANSFORM && names.nearOrderEntry(entry) !== undefined) === true;
  return { matrix, order, entries, others: others ?? NONE, hasMisspelling: nearMiss };
}

function isNearMiss(name: string, names: Names): boolean {
  if (name.length < TRANSFORM_ORDER.length - 3 || (name.charCodeAt(0) | 32) !== 120) return false;
  return names.nearTransformProperty(name) !== undefined;
}

/** Returns the entries of an order; undefined if it is not a list of tokens. */
export function entriesOf({ defaultValue }: AttributeSpec): readonly string[] | undefined {
  if (defaultValue?.kind !== "typed" || !defaultValue.isArray || defaultValue.type.kind !== "token") return undefined;
  return defaultValue.data as readonly string[];
}

/** Returns the entries after the last reset: the reference ignores the others. */
export function entriesThatCount(entries: readonly string[]): readonly string[] {
  const reset = entries.lastIndexOf(RESET_STACK);
  return reset < 0 ? entries : entries.slice(reset + 1);
}

/** Returns the attribute that an entry names: `xformOp:translate` of `!invert!xformOp:translate`. */
export function attributeOfEntry(entry: string): string {
  return entry.startsWith(INVERT) ? entry.slice(INVERT.length) : entry;
}
