/** Which meshes are written once and shown several times. */
import type { SceneModel } from "../model/scene.ts";

/** Nodes by the meshes that they show. */
export interface MeshUses {
  /** Meshes that several nodes show in the same way. */
  readonly shared: readonly number[];
}

/** Returns the meshes that prototypes are made of: those that no joints and weights change, shown more than once. */
export function meshUses({ nodes, meshes }: SceneModel, written: readonly number[]): MeshUses {
  const uses = new Map<number, number>();
  for (const node of written) {
    const { mesh } = nodes[node];
    if (mesh === null || isDeformed({ nodes, meshes }, node)) continue;
    uses.set(mesh, (uses.get(mesh) ?? 0) + 1);
  }
  const shared = Array.from(uses).flatMap(([mesh, count]) => (count > 1 ? [mesh] : []));
  return { shared: shared.sort((a, b) => a - b) };
}

/** Whether joints or weights move the vertices of a node's mesh. */
export function isDeformed({ nodes, meshes }: Pick<SceneModel, "nodes" | "meshes">, node: number): boolean {
  return isSkinned({ nodes, meshes }, node) || isMorphed({ nodes, meshes }, node);
}

/** Whether joints move the vertices of a node's mesh. */
export function isSkinned({ nodes, meshes }: Pick<SceneModel, "nodes" | "meshes">, node: number): boolean {
  const { mesh, skin } = nodes[node];
  return mesh !== null && skin !== null && meshes[mesh].parts.some(({ vertices }) => vertices.influences !== null);
}

/** Whether a node's mesh has morph targets. */
export function isMorphed({ nodes, meshes }: Pick<SceneModel, "nodes" | "meshes">, node: number): boolean {
  const { mesh } = nodes[node];
  return mesh !== null && meshes[mesh].targetNames.length > 0;
}
