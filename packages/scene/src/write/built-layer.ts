/** A built scene as a layer: a snapshot that later calls do not change. */
import { type Layer, type PrimSpec } from "@usdkit/layer";
import { printUsdaBytes } from "@usdkit/usda";
import type { PrimState } from "../model/prim-state.ts";
import type { SceneState, StageMetadata } from "../model/scene-state.ts";
import { BuiltPrim, BuiltRoot, LayerContext, type PrimPlan } from "./built-specs.ts";

/** Returns the layer of a built scene. */
export function layerOfScene(scene: SceneState): Layer {
  return layerOfPrims(scene.root.children, new LayerContext(firstCameraPath(scene), true), scene.metadata);
}

/** Returns the text of a built scene. */
export function bytesOfScene(scene: SceneState): Uint8Array {
  const context = new LayerContext(firstCameraPath(scene), false);
  return printUsdaBytes(layerOfPrims(scene.root.children, context, scene.metadata));
}

/** Returns a layer with these prims as its root prims, with everything under them. */
export function layerOfPrims(prims: readonly PrimState[], context: LayerContext, metadata: StageMetadata = {}): Layer {
  const root = new BuiltRoot(metadata);
  // An explicit stack instead of recursion, as prims may be nested deeply.
  const waiting: (readonly [BuiltRoot | BuiltPrim, readonly PrimState[]])[] = [[root, prims]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [parent, states] = next;
    for (const state of states) {
      const isLeaf = state.children.length === 0;
      const prim = new BuiltPrim(state, parent, context, isLeaf ? noChildren : []);
      parent.children.push(prim);
      if (!isLeaf) waiting.push([prim, state.children]);
    }
  }
  return newLayer(root);
}

/** Returns the layer of a patch: nested prims, the outermost first. */
export function layerOfChain(chain: readonly PrimPlan[]): Layer {
  const root = new BuiltRoot({});
  const context = new LayerContext(undefined, true);
  let parent: BuiltRoot | BuiltPrim = root;
  for (const plan of chain) {
    const prim: BuiltPrim = new BuiltPrim(plan, parent, context, []);
    parent.children.push(prim);
    parent = prim;
  }
  return newLayer(root);
}

/** Returns the target of a `rel camera` that follows the first camera. */
export function firstCameraPath(scene: SceneState): string | undefined {
  return scene.settings === undefined ? undefined : scene.firstCamera()?.path;
}

/** Shared by all prims without children. */
const noChildren: PrimSpec[] = [];

function newLayer(root: BuiltRoot): Layer {
  return { root, version: "1.0", comments: [] };
}
