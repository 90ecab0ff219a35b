/** The splats of a scene as one cloud. */
import { identityMatrix, multiplyMatrices, type RowMatrix } from "@usdkit/transforms";
import { ConvertError } from "../errors/convert-error.ts";
import type { Losses } from "../errors/losses.ts";
import { nodeMatrix } from "../model/node-matrix.ts";
import type { SceneModel } from "../model/scene.ts";
import type { SplatCloud } from "../model/splats.ts";
import { joinSplats, type PlacedSplats } from "./join-splats.ts";

/**
 * Returns all splats of a scene in its world space. What else it has is a loss.
 *
 * @throws ConvertError if it has no splats
 */
export function sceneSplats(scene: SceneModel, losses: Losses): SplatCloud {
  const placed: PlacedSplats[] = [];
  const waiting = scene.roots.map((index) => ({ index, above: identityMatrix })).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = scene.nodes[next.index];
    if (!node.isVisible) continue;
    const matrix: RowMatrix = multiplyMatrices(nodeMatrix(node.transform), next.above);
    for (const index of node.splats) {
      const { source, ...cloud } = scene.splats[index];
      placed.push({ cloud, matrix, at: source });
    }
    if (node.mesh !== null)
      losses.add(scene.meshes[node.mesh].source, "Files of splats have no meshes: it is left out");
    if (node.camera !== null) losses.add(node.source, "Files of splats have no cameras: it is left out");
    if (node.light !== null) losses.add(node.source, "Files of splats have no lights: it is left out");
    for (const child of node.children.toReversed()) waiting.push({ index: child, above: matrix });
  }
  if (placed.length === 0) throw new ConvertError("", "The scene has no visible Gaussian splats");
  return joinSplats(placed, losses);
}
