/** A scene at a time of an animation: where nodes are, and the vertices that joints and weights move. */
import { identityMatrix, multiplyMatrices, transformPoint, type RowMatrix } from "@usdkit/transforms";
import type { AnimationModel } from "../model/animation.ts";
import type { MeshPart } from "../model/mesh.ts";
import { nodeMatrix } from "../model/node-matrix.ts";
import type { Quaternion, Triple } from "../model/numbers.ts";
import type { SceneModel } from "../model/scene.ts";
import { transformParts } from "../model/transform-parts.ts";
import { evaluateChannel } from "./evaluate.ts";

/** A moment of an animation; without one the scene is at rest. */
export interface Moment {
  readonly animation: AnimationModel;
  readonly seconds: number;
}

/** A scene at a moment. */
export interface PosedScene {
  /** By node, its matrix in the scene. */
  readonly matrices: readonly RowMatrix[];
  /** By node, the weights of its morph targets; undefined for those at rest. */
  readonly weights: ReadonlyMap<number, Float64Array>;
}

/** Returns a scene at a moment. */
export function posedScene(scene: SceneModel, moment?: Moment): PosedScene {
  const weights = new Map<number, Float64Array>();
  const locals = scene.nodes.map(({ transform }) => nodeMatrix(transform));
  const moved = new Map<number, { translation: Triple; rotation: Quaternion; scale: Triple }>();
  for (const channel of moment?.animation.channels ?? []) {
    const { node, target, size } = channel;
    const value = new Float64Array(size);
    evaluateChannel(channel, moment?.seconds ?? 0, value);
    if (target === "weights") {
      weights.set(node, value);
      continue;
    }
    const parts = moved.get(node) ?? { ...transformParts(scene.nodes[node].transform) };
    moved.set(node, { ...parts, [target]: Array.from(value) });
  }
  for (const [node, parts] of moved) locals[node] = nodeMatrix({ kind: "trs", ...parts });
  return { matrices: worldMatrices(scene, locals), weights };
}

function worldMatrices({ nodes }: SceneModel, locals: readonly RowMatrix[]): RowMatrix[] {
  const isChild = new Set(nodes.flatMap(({ children }) => children));
  const world: RowMatrix[] = [...locals];
  const waiting = nodes.flatMap((_, i) => (isChild.has(i) ? [] : [i]));
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const child of nodes[node].children) {
      world[child] = multiplyMatrices(locals[child], world[node]);
      waiting.push(child);
    }
  }
  return world;
}

/** Calls `visit` with each position of a part that a node shows, in the scene. */
export function visitPositions(
  scene: SceneModel,
  { matrices, weights }: PosedScene,
  { node, part }: { readonly node: number; readonly part: MeshPart },
  visit: (x: number, y: number, z: number) => void,
): void {
  const { mesh, skin, targetWeights } = scene.nodes[node];
  const { vertices } = part;
  const rest = targetWeights ?? (mesh === null ? [] : scene.meshes[mesh].targetWeights);
  const positions = morphed(part, weights.get(node) ?? rest);
  const { influences } = vertices;
  const joints = skin === null || influences === null ? undefined : jointMatrices(scene, skin, matrices);
  for (let i = 0; i < vertices.count; i++) {
    const [x, y, z] = [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
    if (joints === undefined || influences === null) {
      visit(...transformPoint([x, y, z], matrices[node]));
      continue;
    }
    const { perVertex } = influences;
    let [px, py, pz] = [0, 0, 0];
    for (let k = perVertex * i; k < perVertex * (i + 1); k++) {
      const weight = influences.weights[k];
      if (weight === 0) continue;
      const m = joints[influences.joints[k]] ?? identityMatrix;
      px += weight * (x * m[0] + y * m[4] + z * m[8] + m[12]);
      py += weight * (x * m[1] + y * m[5] + z * m[9] + m[13]);
      pz += weight * (x * m[2] + y * m[6] + z * m[10] + m[14]);
    }
    visit(px, py, pz);
  }
}

function jointMatrices({ skins }: SceneModel, skin: number, matrices: readonly RowMatrix[]): readonly RowMatrix[] {
  const { joints, inverseBindMatrices } = skins[skin];
  return joints.map((joint, i) => multiplyMatrices(inverseBindMatrices[i], matrices[joint]));
}

function morphed({ vertices }: MeshPart, weights: ArrayLike<number>): Float32Array {
  let sum = vertices.positions;
  for (const [i, { positions }] of vertices.targets.entries()) {
    const weight = weights[i] ?? 0;
    if (weight === 0 || positions === null) continue;
    if (sum === vertices.positions) sum = sum.slice();
    for (let k = 0; k < sum.length; k++) sum[k] += weight * positions[k];
  }
  return sum;
}
