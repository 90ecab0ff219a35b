/** The subject of setters: a prim of a scene or of a patch. */
import type { AttributeData, PrimDefinition, PropertyDefinition, RowMatrix } from "@usdkit/service-scene";
import type { PrimSpec, TypedValue } from "@usdkit/layer";
import type { Payload } from "../check/check-payload.ts";

/** A value that a call authored. */
export interface AuthoredAttribute {
  readonly definition: PropertyDefinition;
  readonly value: TypedValue;
  /** True outside of the table of the prim's type. */
  readonly isCustom?: boolean | undefined;
}

/** The transformation of a prim in its parent's space. */
export interface Placement {
  readonly matrix: RowMatrix;
  /** Whether `!resetXformStack!` comes first in the order, so that parents are ignored. Only in opened scenes. */
  readonly resets: boolean;
}

/** The target of `rel camera`: the first camera of the scene at the time when the text is written, or this one. */
export type CameraTarget = "first" | { readonly path: string };

/** The opinions that calls authored on a prim. Immutable, as layers created before share them. */
export interface Authored {
  /** In the order of the table of the prim's type. */
  readonly attributes: readonly AuthoredAttribute[];
  readonly placement?: Placement;
  readonly doc?: string;
  readonly payload?: Payload;
  readonly cameraTarget?: CameraTarget;
  /** Names of properties of the opened text that are removed. */
  readonly removed?: ReadonlySet<string>;
}

/** The subject of a handle. */
export interface Subject {
  readonly path: string;
  readonly name: string;
  readonly typeName: string;
  /** The table of the prim's type; undefined for a type that the service does not read, and for a prim without one. */
  readonly definition: PrimDefinition | undefined;
  readonly authored: Authored;
  /** The spec of the opened text that a call would replace; undefined for a new prim, and in a patch. */
  readonly originPrim: PrimSpec | undefined;
  /**
   * Applies all of the changes, or none.
   *
   * @throws SceneError if the prim was removed
   */
  author(change: Partial<Authored>): void;
  /** The transformation that placing calls continue from. */
  placement(): Placement;
  /** The matrix from the parent's space to the world's, of all ops of the prims above; the identity below `!resetXformStack!`. */
  parentWorld(): RowMatrix;
  /** The value of an attribute: set by a call, or authored in the text; undefined if neither. */
  attribute(name: string): AttributeData | undefined;
}
