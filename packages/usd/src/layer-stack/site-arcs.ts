/** The arcs that the specs of a site author. */
import type { LayerOffset } from "@usdkit/layer";
import type { CompositionError } from "../errors/composition-error.ts";
import type { Statement } from "../errors/statement.ts";
import type { MapFunction } from "../paths/map-function.ts";
import type { PathId } from "../paths/path-table.ts";
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
  /** The function of the arc, which is the same wherever the site is, with what it was made for. */
  arc?: { readonly path: PathId; readonly offset: LayerOffset; readonly map: MapFunction };
}

/** An inherited or specialized path of a site. */
export interface SiteClass {
  readonly path: string;
  readonly statement: Statement;
  /** The path as a number; found when the arc is evaluated. */
  id?: PathId;
  /** The function of its arc, which is the same wherever the site is. */
  map?: MapFunction;
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
