import type { PrimDefinition } from "@usdkit/schema";
import type { PrimSpec } from "@usdkit/layer";

/** Where a prim stands; what several rules ask of a prim and is found out once. */
export interface PrimPlace {
  /** The table of its type, or undefined for a type that the service ignores and for a prim without one. */
  readonly definition: PrimDefinition | undefined;
  /** Undefined for a root prim. */
  readonly parent: PrimPlace | undefined;
  readonly prim: PrimSpec;
}
