/** Reads what the service uses of a layer. */
import type { Layer } from "@usdkit/layer";
import type { PrimTypes } from "../prims/definition.ts";
import { SceneReading } from "./scene-reading.ts";
import type { SceneForm, ScenePlan } from "./types.ts";

/** Options of {@link readScene}. */
export interface ReadSceneOptions {
  /** Default: a patch if every root prim is an `over`, otherwise a full scene. */
  readonly form?: SceneForm | undefined;
  /** The prim types that are read; default: those of the service. See {@link withPrimTypes}. */
  readonly primTypes?: PrimTypes | undefined;
}

/**
 * Returns what the service uses of a layer: its camera, resolution and items, and everything that it ignores, with the reason
 * (spec 2.8). Never throws for the content of a file: numbers are returned as they are, NaN and infinities too.
 *
 * World matrices are for row vectors, from the prim's space to the world's, by the matrices of `xformOp:transform`; lens and
 * aperture are mm, distances scene units, the resolution pixels.
 *
 * @example
 * const { layer } = parseUsda(text);
 * const { camera, resolution, items, ignored } = readScene(layer);
 */
export function readScene(layer: Layer, options: ReadSceneOptions = {}): ScenePlan {
  const reading = new SceneReading(layer, options);
  reading.walk();
  return reading.plan();
}
