/** What setters work on: a prim of a scene, or of a patch. */
import type { AttributeData, PropertyDefinition, RowMatrix } from "@usdkit/schema";
import type { TypedValue } from "@usdkit/layer";
import type { Payload } from "../check/check-payload.ts";

/** An attribute's value as told. */
export interface ToldAttribute {
  readonly definition: PropertyDefinition;
  readonly value: TypedValue;
}

/** The place of a prim in its parent. */
export interface Placement {
  readonly matrix: RowMatrix;
  /** `!resetXformStack!` came first in the order: the parents do not count. Only scenes that were opened have it. */
  readonly resets: boolean;
}

/** What `rel camera` is to point at: the first camera of the scene, whichever that is when the text is written, or this one. */
export type CameraTarget = "first" | { readonly path: string };

/** What was told of a prim. Replaced, never changed: layers that were made before keep theirs. */
export interface Told {
  readonly attributes: readonly ToldAttribute[];
  readonly placement?: Placement;
  readonly doc?: string;
  readonly payload?: Payload;
  readonly cameraTarget?: CameraTarget;
}

/** What a handle changes. */
export interface Subject {
  readonly path: string;
  readonly name: string;
  readonly typeName: string;
  readonly told: Told;
  /**
   * Notes what was told, and all of it or nothing.
   *
   * @throws SceneError where the prim was removed
   */
  tell(change: Partial<Told>): void;
  /** Where placing goes on from. */
  placement(): Placement;
  /** From the parent's space to the world's, as the service reads it. */
  parentWorld(): RowMatrix;
  /** What the attribute holds: told, or authored in the text; undefined where neither is. */
  attribute(name: string): AttributeData | undefined;
}
