/** A scene of what Apple's viewer shows. */
import type { Losses } from "../errors/losses.ts";
import type { MeshModel } from "../model/mesh.ts";
import type { Instances, NodeModel, SceneModel } from "../model/scene.ts";
import type { QuickLookOptions } from "./quick-look-options.ts";

/** Instances of one node become nodes: further ones are left out. */
const MAX_INSTANCES = 10_000;

/** Returns a scene without what the viewer does not show, in its size. What is left out is a loss. */
export function quickLookScene(scene: SceneModel, losses: Losses, { scale = 1 }: QuickLookOptions): SceneModel {
  const meshes = scene.meshes.map((mesh) => withoutLines(mesh, losses));
  const nodes: NodeModel[] = [...scene.nodes];
  for (const [i, node] of scene.nodes.entries()) {
    if (node.light !== null) losses.add(node.source, "AR Quick Look has its own lights: this one is left out");
    if (node.splats.length > 0) losses.add(node.source, "AR Quick Look shows no splats: they are left out");
    const isEmpty = node.mesh === null || meshes[node.mesh].parts.length === 0;
    const shown: NodeModel = { ...node, light: null, splats: [], mesh: isEmpty ? null : node.mesh };
    nodes[i] = shown;
    if (shown.instances === null) continue;
    const copies = isEmpty ? [] : copiesOf(shown, shown.instances, losses);
    const places = copies.map((copy) => nodes.push(copy) - 1);
    nodes[i] = { ...shown, mesh: null, instances: null, children: [...node.children, ...places] };
  }
  let { roots } = scene;
  if (scale !== 1) {
    roots = [
      nodes.push({
        ...emptyNode,
        name: "Scale",
        children: scene.roots,
        transform: { kind: "trs", translation: [0, 0, 0], rotation: [1, 0, 0, 0], scale: [scale, scale, scale] },
      }) - 1,
    ];
  }
  return { ...scene, nodes, roots, meshes, lights: [], splats: [] };
}

const emptyNode: NodeModel = {
  name: "",
  source: "",
  children: [],
  transform: { kind: "trs", translation: [0, 0, 0], rotation: [1, 0, 0, 0], scale: [1, 1, 1] },
  isVisible: true,
  mesh: null,
  camera: null,
  light: null,
  splats: [],
  skin: null,
  targetWeights: null,
  instances: null,
  extras: undefined,
};

function withoutLines(mesh: MeshModel, losses: Losses): MeshModel {
  const parts = mesh.parts.filter(({ topology, source }) => {
    if (topology.kind !== "lines") return true;
    losses.add(source, "AR Quick Look shows no lines: they are left out");
    return false;
  });
  return parts.length === mesh.parts.length ? mesh : { ...mesh, parts };
}

/** A node for each instance: the viewer knows no PointInstancer. */
function copiesOf(node: NodeModel, instances: Instances, losses: Losses): readonly NodeModel[] {
  const { count, translations, rotations, scales } = instances;
  if (count > MAX_INSTANCES) {
    losses.add(node.source, `AR Quick Look gets ${MAX_INSTANCES} of ${count} instances: the others are left out`);
  }
  return Array.from({ length: Math.min(count, MAX_INSTANCES) }, (_, i): NodeModel => {
    const three = (values: Float32Array | null, neutral: number): [number, number, number] =>
      values === null ? [neutral, neutral, neutral] : [values[3 * i], values[3 * i + 1], values[3 * i + 2]];
    const [w, x, y, z] = rotations?.subarray(4 * i, 4 * i + 4) ?? [1, 0, 0, 0];
    return {
      ...emptyNode,
      name: `${node.name}_${i}`,
      source: node.source,
      mesh: node.mesh,
      transform: { kind: "trs", translation: three(translations, 0), rotation: [w, x, y, z], scale: three(scales, 1) },
    };
  });
}
