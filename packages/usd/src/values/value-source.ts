/** Where a value comes from. */
import type { AttributeSpec, Value } from "@usdkit/layer";
import type { ClipAttribute } from "../clips/clip-set.ts";
import type { NodeId } from "../graph/graph-node.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import type { PropertyOpinion } from "../metadata/prim-opinions.ts";

/** What has the value: a field of a layer, a value clip, the schema of the prim, or nothing. */
export type ValueSourceKind = "default" | "timeSamples" | "spline" | "clip" | "fallback" | "none";

/** An opinion of a layer about an attribute. */
export type AttributeOpinion = PropertyOpinion<AttributeSpec>;

/** A set of clips as the source of an attribute's values. */
export interface ClipOpinion {
  /** The node of the prim that authors the set. */
  readonly node: NodeId;
  readonly clips: ClipAttribute;
}

/** Where a value comes from, like the reference's `UsdResolveInfo`. */
export interface ValueSource {
  readonly kind: ValueSourceKind;
  /** Whether `None` hides weaker opinions; the kind is then `fallback` or `none`. */
  readonly isBlocked: boolean;
  /** The strongest opinion; undefined for `clip`, `fallback` and `none`. */
  readonly opinion?: AttributeOpinion | undefined;
  /** For `clip`: the clip at the time, or the manifest if that has the value. */
  readonly clip?: ClipLayer | undefined;
}

/** The layer of a clip or of a manifest that has a value. */
export interface ClipLayer {
  readonly opinion: ClipOpinion;
  /** Undefined if it cannot be opened. */
  readonly layer: StageLayer | undefined;
  /** The path of the attribute in the layer. */
  readonly path: string;
}

/** A value of an attribute, and where it comes from. */
export interface ResolvedValue {
  /** Undefined if the attribute has no value at the time. */
  readonly value: Value | undefined;
  readonly source: ValueSource;
}
