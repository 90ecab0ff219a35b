/** The arcs that the specs of a site author. */
import type { LayerOffset } from "@usdkit/layer";
import type { CompositionError } from "../errors/composition-error.ts";
import type { Statement } from "../errors/statement.ts";
import type { StackedSpec } from "./stacked-spec.ts";

/** A reference or payload of a site. */
export interface SiteReference {
  /** With expressions evaluated; "" for the layer stack of the site itself. */
  readonly asset: string;
  /** "" for the default prim. */
  readonly primPath: string;
  readonly layerOffset: LayerOffset;
  /** The layer that authors it, with its offset in the layer stack. */
  readonly source: StackedSpec;
  readonly statement: Statement;
}

/** An inherited or specialized path of a site. */
export interface SiteClass {
  readonly path: string;
  readonly statement: Statement;
}

/** A composed list, and what was wrong with its items. */
export interface ComposedReferences {
  readonly items: readonly SiteReference[];
  readonly errors: readonly CompositionError[];
}

/** The arcs of a site, each kind composed when it is asked for first. */
export interface SiteArcs {
  references?: ComposedReferences;
  payload?: ComposedReferences;
  inheritPaths?: readonly SiteClass[];
  specializes?: readonly SiteClass[];
  variantSetNames?: readonly string[];
}
