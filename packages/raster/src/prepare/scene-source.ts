/** The accepted forms of a scene. */
import { readScene, traverseScene, worldMatrix, type RowMatrix, type ScenePlan } from "@usdkit/service-scene";
import { type Layer, type PrimSpec } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { holdsSplats } from "../inline/splats-from-prim.ts";
import { RenderError } from "../errors/render-error.ts";

/** USDA text or bytes, a layer, a layer with its plan, or an object with a `toUsda` method, such as a built scene. */
export type SceneSource =
  | string
  | Uint8Array
  | Layer
  | { readonly layer: Layer; readonly plan: ScenePlan }
  | {
      /** The text of the scene. */
      toUsda(): string;
    };

/** A layer, and what the service reads of it. */
export interface ReadSource {
  readonly layer: Layer;
  readonly plan: ScenePlan;
}

/** @throws {RenderError} `scene` if the text is not valid USDA, or a patch. */
export function readSource(source: SceneSource): ReadSource {
  const read = "plan" in Object(source) ? (source as ReadSource) : readLayer(layerOf(source));
  if (read.plan.form === "patch") {
    const message =
      "all root prims are overs: a patch draws nothing by itself; prepare its scene, and give the camera when rendering";
    throw new RenderError("scene", message);
  }
  return read;
}

function readLayer(layer: Layer): ReadSource {
  return { layer, plan: readScene(layer) };
}

function layerOf(source: SceneSource): Layer {
  if (typeof source === "object" && "root" in source) return source;
  const text = typeof source === "object" && "toUsda" in source ? source.toUsda() : (source as string | Uint8Array);
  const { layer, diagnostics, ok } = parseUsda(text);
  const [first] = diagnostics;
  if (ok || first === undefined) return layer;
  const more = diagnostics.length > 1 ? ` (and ${diagnostics.length - 1} more)` : "";
  throw new RenderError("scene", `the scene is not valid USDA: line ${first.line}: ${first.message}${more}`);
}

/** A prim with inline splats. */
export interface InlineSplats {
  readonly prim: PrimSpec;
  readonly worldMatrix: RowMatrix;
}

/**
 * Returns the splat prims without a payload that author positions. The service's specification has splats by payload only; these
 * attributes are those of the USD schema.
 */
export function inlineSplats({ layer, plan }: ReadSource): InlineSplats[] {
  const drawn = new Set(plan.items.map(({ path }) => path));
  const found: InlineSplats[] = [];
  const cache = new Map<PrimSpec, RowMatrix>();
  for (const prim of traverseScene(layer)) {
    if (holdsSplats(prim) && !drawn.has(prim.path)) found.push({ prim, worldMatrix: worldMatrix(prim, cache) });
  }
  return found;
}
