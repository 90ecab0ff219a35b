/** Extents of SkelRoot prims: readers look at nothing below them. */
import type { PlainProperty, PlainValue } from "@usdkit/layer";
import { identityMatrix, invertMatrix, transformPoint, type RowMatrix } from "@usdkit/transforms";
import { posedScene, visitPositions, type Moment } from "../animation/posed-scene.ts";
import type { AnimationModel } from "../model/animation.ts";
import { animatedAttribute, type Animated } from "./animated.ts";
import type { UsdWriter } from "./usd-writer.ts";
import { arrayValue } from "./values.ts";

/** Most extents of an animation, and most vertices that are moved for all of them. */
const MAX_SAMPLES = 64;
const MAX_VERTICES = 10_000_000;

/** Returns the extent of everything below a SkelRoot, at rest and during animations. */
export function skelRootExtent(writer: UsdWriter, path: string): readonly PlainProperty[] {
  const { scene, layout, times } = writer;
  const nodes = layout.nodes.filter((node) => {
    const own = layout.nodePaths[node] ?? "";
    return scene.nodes[node].mesh !== null && (own === path || own.startsWith(`${path}/`));
  });
  const rest = extentAt(writer, path, nodes, undefined);
  if (rest === undefined) return [];
  const attribute = { name: "extent", type: "float3[]", value: rest };
  const vertices = nodes.reduce((sum, node) => sum + vertexCount(writer, node), 0);
  const animations = new Map<number, Animated>();
  for (const [i, animation] of scene.animations.entries()) {
    const moments = momentsOf(animation, Math.min(MAX_SAMPLES, Math.floor(MAX_VERTICES / vertices)));
    const timeSamples = moments.flatMap((seconds): [number, PlainValue][] => {
      const extent = extentAt(writer, path, nodes, { animation, seconds });
      return extent === undefined ? [] : [[times.codeOf(seconds), extent]];
    });
    if (timeSamples.length > 0) animations.set(i, { timeSamples });
  }
  return animatedAttribute(writer, path, attribute, animations);
}

function vertexCount({ scene }: UsdWriter, node: number): number {
  const { mesh } = scene.nodes[node];
  return mesh === null ? 0 : scene.meshes[mesh].parts.reduce((sum, { vertices }) => sum + vertices.count, 0);
}

/** Times of keys, evenly chosen if there are more. */
function momentsOf({ channels }: AnimationModel, most: number): readonly number[] {
  const keys = [...new Set(channels.flatMap(({ times }) => Array.from(times)))].sort((a, b) => a - b);
  if (keys.length <= most) return keys;
  return Array.from({ length: most }, (_, i) => keys[Math.round((i * (keys.length - 1)) / Math.max(1, most - 1))]);
}

function extentAt(
  { scene, layout }: UsdWriter,
  path: string,
  nodes: readonly number[],
  moment: Moment | undefined,
): ReturnType<typeof arrayValue> | undefined {
  const posed = posedScene(scene, moment);
  const root = layout.nodes.find((node) => layout.nodePaths[node] === path);
  const toRoot: RowMatrix | undefined = root === undefined ? identityMatrix : invertMatrix(posed.matrices[root]);
  if (toRoot === undefined) return undefined;
  const extent = Float32Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (const node of nodes) {
    const { mesh } = scene.nodes[node];
    for (const part of mesh === null ? [] : scene.meshes[mesh].parts) {
      visitPositions(scene, posed, { node, part }, (x, y, z) => {
        const point = transformPoint([x, y, z], toRoot);
        for (let c = 0; c < 3; c++) {
          if (point[c] < extent[c]) extent[c] = point[c];
          if (point[c] > extent[3 + c]) extent[3 + c] = point[c];
        }
      });
    }
  }
  return extent.every(Number.isFinite) ? arrayValue("float3", extent) : undefined;
}
