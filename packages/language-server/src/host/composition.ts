/**
 * What composition adds to single layers. The server runs without it; an implementation over `@usdkit/usd` is passed to `serve`.
 * Definitions and hovers ask it where the layer itself has no answer.
 */
import type { ByteRange } from "@usdkit/layer";

/** A spec in one of the layers that compose. */
export interface ComposedOpinion {
  readonly uri: string;
  readonly range: ByteRange;
}

export interface Composition {
  /** Returns the opinions about a prim or property of the stage that a layer is the root of, the strongest first. */
  opinions(rootUri: string, path: string): Promise<readonly ComposedOpinion[]>;
  /** Returns the composed value of an attribute as text; undefined if it has none. */
  value(rootUri: string, path: string): Promise<string | undefined>;
}
