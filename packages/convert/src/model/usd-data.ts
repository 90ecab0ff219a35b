/** What prims have and glTF has no part for: it is the member `usd` of `extras`, from which conversions to USD restore it. */

/** An attribute with its value as in a dump. */
export interface UsdDataAttribute {
  readonly type: string;
  readonly value: unknown;
  readonly custom?: true;
  readonly uniform?: true;
}

/** A relationship with the paths that it had in the stage. */
export interface UsdDataRelationship {
  readonly targets: readonly string[];
  readonly custom?: true;
}

/** The member `usd` of extras. */
export interface UsdData {
  readonly kind?: string;
  /** As in a dump. */
  readonly assetInfo?: unknown;
  readonly attributes?: Readonly<Record<string, UsdDataAttribute>>;
  readonly relationships?: Readonly<Record<string, UsdDataRelationship>>;
  /** Path of the prim in the stage, if a relationship has it as a target. */
  readonly path?: string;
}

/** The member of extras. */
export const USD_DATA = "usd";

/** Attributes of schemas that are kept, by name, with the value that changes nothing. */
export const KEPT_ATTRIBUTES: ReadonlyMap<string, number | string> = new Map<string, number | string>([
  ["exposure", 0],
  ["fStop", 0],
  ["shutter:close", 0],
  ["shutter:open", 0],
  ["stereoRole", "mono"],
]);
