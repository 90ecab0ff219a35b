/** The transforms of a glTF's nodes, and the nodes that its scene draws. */
import {
  multiplyMatrices,
  quaternionMatrix,
  rowMatrixFromColumnMajor,
  scaleMatrix,
  translationMatrix,
  type RowMatrix,
  type Vector3,
} from "@usdkit/transforms";
import { AssetError } from "../errors/asset-error.ts";
import { at } from "./check-gltf.ts";
import type { Gltf, GltfNode } from "./gltf-types.ts";

export interface NodePlaces {
  /** Node-to-asset matrices. */
  readonly matrices: readonly RowMatrix[];
  /** The nodes that the scene draws, parents before their children. */
  readonly drawn: readonly number[];
}

/**
 * Returns the transforms of all nodes; joints may be outside of the scene.
 *
 * @throws AssetError if the nodes are not a forest: one has two parents, or is its own descendant
 */
export function placeNodes(gltf: Gltf): NodePlaces {
  const parents = new Int32Array(gltf.nodes.length).fill(-1);
  for (const [i, { children }] of gltf.nodes.entries()) {
    for (const child of children) {
      at(gltf.nodes, child, "nodes", `nodes[${i}].children`);
      if (parents[child] >= 0) {
        throw new AssetError("malformed", `the node is a child of ${parents[child]} and of ${i}.`, {
          where: `nodes[${child}]`,
        });
      }
      parents[child] = i;
    }
  }
  const roots = Array.from(parents.keys()).filter((i) => parents[i] < 0);
  const order = withDescendants(gltf, roots);
  // Nodes that no root reaches form a cycle.
  if (order.length < gltf.nodes.length) {
    const reached = new Set(order);
    const lost = gltf.nodes.findIndex((_, i) => !reached.has(i));
    throw new AssetError("malformed", "the node is below itself.", { where: `nodes[${lost}]` });
  }
  const matrices: RowMatrix[] = [];
  for (const i of order) {
    const local = localMatrix(gltf.nodes[i]);
    matrices[i] = parents[i] < 0 ? local : multiplyMatrices(local, matrices[parents[i]]);
  }
  return { matrices, drawn: withDescendants(gltf, sceneRoots(gltf, roots)) };
}

/** Without a scene every node is drawn. */
function sceneRoots({ scene, scenes, nodes }: Gltf, roots: readonly number[]): readonly number[] {
  if (scenes.length === 0 && scene === undefined) return roots;
  const chosen = scene ?? 0;
  const list = at(scenes, chosen, "scenes", "scene").nodes;
  for (const i of list) at(nodes, i, "nodes", `scenes[${chosen}].nodes`);
  return Array.from(new Set(list));
}

/** Returns the nodes and all their descendants. They form a forest, or a cycle that no root reaches, so none occurs twice. */
function withDescendants({ nodes }: Gltf, roots: readonly number[]): number[] {
  const order = Array.from(roots);
  const seen = new Set(order);
  for (let next = 0; next < order.length; next++) {
    for (const child of nodes[order[next]].children) {
      if (seen.has(child)) continue;
      seen.add(child);
      order.push(child);
    }
  }
  return order;
}

function localMatrix({ matrix, translation, rotation, scale }: GltfNode): RowMatrix {
  if (matrix !== undefined) return rowMatrixFromColumnMajor(matrix);
  return trsMatrix(
    (translation ?? [0, 0, 0]) as unknown as Vector3,
    (rotation ?? [0, 0, 0, 1]) as unknown as readonly [number, number, number, number],
    (scale ?? [1, 1, 1]) as unknown as Vector3,
  );
}

/** Returns scale, then rotation (x, y, z, w, of any length above 0), then translation. */
export function trsMatrix(
  translation: Vector3,
  [x, y, z, w]: readonly [number, number, number, number],
  scale: Vector3,
): RowMatrix {
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  const rotation =
    length > 0 ? quaternionMatrix([w / length, x / length, y / length, z / length]) : quaternionMatrix([1, 0, 0, 0]);
  return multiplyMatrices(multiplyMatrices(scaleMatrix(scale), rotation), translationMatrix(translation));
}
