/** A camera relationship of the RenderSettings that leads to no camera. */
import type { Layer, PrimLike, PrimSpec } from "@usdkit/layer";
import { readScene } from "@usdkit/service-scene";

/**
 * Returns one sentence without a full stop if `rel camera` of the RenderSettings targets a prim that does not exist or is no
 * Camera, otherwise undefined. The text may contain any character of the file.
 *
 * @example
 * cameraProblem(layer);   // '"camera" of /Render/Settings targets /Main, which does not exist: the image shows …'
 */
export function cameraProblem(layer: Layer): string | undefined {
  const { camera, renderSettings } = readScene(layer);
  const target = renderSettings?.cameraTargets.at(0);
  if (renderSettings === null || target === undefined) return undefined;
  const type = typeAt(layer, target);
  if (type === "Camera") return undefined;
  const what = type === undefined ? "which does not exist" : type === "" ? "which has no type" : `a ${type}`;
  const used = camera === null ? "the scene has no camera" : `the image shows the first camera, ${camera.path}`;
  return `"camera" of ${renderSettings.path} targets ${target}, ${what}: ${used}`;
}

/** Returns the type of the prim at an absolute path, "" if it has none; undefined if there is no such prim. */
function typeAt(layer: Layer, path: string): string | undefined {
  let owner: PrimLike = layer.root;
  let found: PrimSpec | undefined;
  for (const name of path.slice(1).split("/")) {
    found = owner.children.find((child) => child.name === name);
    if (found === undefined) return undefined;
    owner = found;
  }
  return found?.typeName;
}
