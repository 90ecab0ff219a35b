/** Texts with specs that edits read and change. */
import type { Layer, PropertySpec, Spec } from "@usdkit/layer";

/** The text of a layer, or of a property that is not written into its layer yet. */
export interface EditedText {
  readonly layer: Layer;
  /** Returns the spec at a path; undefined if there is none. */
  find(path: string): Spec | undefined;
  /** Returns the property at a path; undefined if there is none. */
  property(path: string): PropertySpec | undefined;
}
