/** Finds the prims that the service uses: the first camera, the first RenderSettings. */
import { addedItems, type Layer, type PrimSpec } from "@usdkit/layer";
import { attributeValue, propertyOf } from "../prims/attribute-value.ts";
import { camera } from "../prims/camera.ts";
import { childrenInOrder, isActive, traverse } from "./traverse.ts";
import type { Resolution, SceneForm } from "./types.ts";

/**
 * Yields the prims of a full scene, parents first: `def`s under nothing but `def`s. "Full scenes use `def`" (spec 2.8 rule
 * 9); an `over` or `class` is left out with everything under it, as the reference's traversal leaves out what is not defined.
 */
export function* traverseScene(layer: Layer): Generator<PrimSpec> {
  const stack = childrenInOrder(layer.root).toReversed();
  for (let prim = stack.pop(); prim !== undefined; prim = stack.pop()) {
    if (prim.specifier !== "def" || !isActive(prim)) continue;
    yield prim;
    const children = childrenInOrder(prim);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  }
}

/** Returns the camera that a full scene is rendered with: the first in traversal (spec 2.8 rule 2). `rel camera` does not matter. */
export function firstCamera(layer: Layer): PrimSpec | undefined {
  return firstOfType(layer, "Camera");
}

/** Returns the RenderSettings that a full scene uses: the first in traversal (spec 2.8 rule 4), wherever they are. */
export function renderSettingsOf(layer: Layer): PrimSpec | undefined {
  return firstOfType(layer, "RenderSettings");
}

function firstOfType(layer: Layer, typeName: string): PrimSpec | undefined {
  for (const prim of traverseScene(layer)) if (prim.typeName === typeName) return prim;
  return undefined;
}

/** Returns the camera that a patch changes: the first `over` with camera attributes (spec 2.8 rule 2). */
export function patchCamera(layer: Layer): PrimSpec | undefined {
  for (const prim of traverse(layer)) if (isPatchCamera(prim)) return prim;
  return undefined;
}

/** Returns whether an `over`, without a type or of the type Camera, has an attribute of the Camera's table. */
export function isPatchCamera(prim: PrimSpec): boolean {
  if (prim.specifier !== "over" || (prim.typeName !== "" && prim.typeName !== "Camera")) return false;
  return prim.properties.some(({ name }) => camera.properties.has(name));
}

/** Returns the form of a layer: a patch if every root prim is an `over`, otherwise a full scene. */
export function sceneFormOf(layer: Layer): SceneForm {
  const roots = layer.root.children;
  return roots.length > 0 && roots.every((prim) => prim.specifier === "over") ? "patch" : "scene";
}

/**
 * Returns the `resolution` that a RenderSettings or, as the service's fallback, a Camera authors, in pixels; undefined if it has another
 * type than `int2` or no default value. The schema's fallback is never used (spec 2.8 rule 3).
 */
export function resolutionOf(prim: PrimSpec): Resolution | undefined {
  return attributeValue(prim, "resolution", "int2") as Resolution | undefined;
}

/** Returns the targets of `rel camera` of a RenderSettings, in order. */
export function cameraTargetsOf(prim: PrimSpec): readonly string[] {
  const property = propertyOf(prim, "camera");
  return property?.specType === "relationship" ? addedItems(property.targetPaths ?? {}) : [];
}
