/** Lists the primitives to draw and their nodes, and checks the limits before any of them is created. */
import type { RowMatrix } from "@usdkit/transforms";
import { AssetError } from "../errors/asset-error.ts";
import { checkCount } from "../limits/byte-budget.ts";
import type { LoadContext } from "../options/load-options.ts";
import type { SkipCounter } from "../model/skip-counter.ts";
import { at } from "./check-gltf.ts";
import type { Gltf, GltfAttributes, GltfPrimitive } from "./gltf-types.ts";
import { placeNodes, type NodePlaces } from "./node-matrices.ts";
import { pointCount } from "./point-primitives.ts";
import { triangleCount } from "./triangles.ts";

/** Returns whether a primitive is a supported set of splats. */
export function isSplatPrimitive({ mode, attributes, extensions }: GltfPrimitive): boolean {
  const splats = extensions?.KHR_gaussian_splatting;
  return mode === 0 && splats?.kernel === "ellipse" && attributes["POSITION"] !== undefined;
}

/** A primitive of a mesh, which several nodes may draw. */
export interface DrawnPrimitive {
  /** `meshes[0].primitives[1]`. */
  readonly where: string;
  readonly primitive: GltfPrimitive;
  readonly nodes: readonly DrawingNode[];
}

/** A node that draws a mesh. */
export interface DrawingNode {
  readonly index: number;
  readonly matrix: RowMatrix;
  readonly skin: number | undefined;
  /** Weights of the morph targets; none are 0. */
  readonly weights: readonly number[];
  /** Accessors of instance transforms (EXT_mesh_gpu_instancing), and the number of instances. */
  readonly instances: { readonly attributes: GltfAttributes; readonly count: number } | null;
}

export interface PartsPlan {
  readonly primitives: readonly DrawnPrimitive[];
  /** Primitives of Gaussian splats. */
  readonly splats: readonly DrawnPrimitive[];
  /** Primitives of points and lines. */
  readonly points: readonly DrawnPrimitive[];
  readonly places: NodePlaces;
}

/** Returns a plan for nodes that an animation has moved. */
export function posedPlan(plan: PartsPlan, gltf: Gltf): PartsPlan {
  const places = placeNodes(gltf);
  const posed = (drawn: DrawnPrimitive): DrawnPrimitive => ({
    ...drawn,
    nodes: drawn.nodes.map((node) => ({
      ...node,
      matrix: places.matrices[node.index],
      weights: gltf.nodes[node.index].weights ?? node.weights,
    })),
  });
  const { primitives, splats, points } = plan;
  return { primitives: primitives.map(posed), splats: splats.map(posed), points: points.map(posed), places };
}

/** @throws AssetError if an index is invalid, or more would be drawn than the limits allow */
export function planParts(gltf: Gltf, { limits, budget }: LoadContext, skips: SkipCounter): PartsPlan {
  const places = placeNodes(gltf);
  const { matrices, drawn } = places;
  const nodesOfMesh = new Map<number, DrawingNode[]>();
  for (const index of drawn) {
    const { mesh, skin, weights, extensions } = gltf.nodes[index];
    if (mesh === undefined) continue;
    const where = `nodes[${index}]`;
    const { weights: meshWeights = [] } = at(gltf.meshes, mesh, "meshes", where);
    if (skin !== undefined) checkSkin(gltf, skin, where);
    const attributes = extensions?.EXT_mesh_gpu_instancing?.attributes;
    const instances = attributes === undefined ? null : { attributes, count: instanceCount(gltf, attributes, where) };
    const list = nodesOfMesh.get(mesh) ?? [];
    nodesOfMesh.set(mesh, list);
    list.push({ index, matrix: matrices[index], skin, weights: weights ?? meshWeights, instances });
  }

  const primitives: DrawnPrimitive[] = [];
  const splats: DrawnPrimitive[] = [];
  const points: DrawnPrimitive[] = [];
  let [splatCount, pointTotal] = [0, 0];
  let [parts, vertices, triangles] = [0, 0, 0];
  for (const [mesh, nodes] of nodesOfMesh) {
    const times = nodes.reduce((sum, { instances }) => sum + (instances?.count ?? 1), 0);
    for (const [i, primitive] of gltf.meshes[mesh].primitives.entries()) {
      const where = `meshes[${mesh}].primitives[${i}]`;
      const position = primitive.attributes["POSITION"];
      if (isSplatPrimitive(primitive)) {
        checkPrimitive(gltf, primitive, where);
        splatCount += nodes.length * gltf.accessors[position].count;
        checkCount(splatCount, limits, "splats", { where });
        splats.push({ where, primitive, nodes });
        continue;
      }
      if (position === undefined) {
        skips.add("primitiveWithoutPositions");
        continue;
      }
      checkPrimitive(gltf, primitive, where);
      const count = gltf.accessors[position].count;
      const length = primitive.indices === undefined ? count : gltf.accessors[primitive.indices].count;
      if (primitive.mode < 4) {
        pointTotal += times * pointCount(primitive.mode, length);
        checkCount(pointTotal, limits, "points", { where });
        // Vertices of every node, and beginnings and ends of lines with their colors.
        budget.take(times * (12 * count + 38 * pointCount(primitive.mode, length)), where);
        points.push({ where, primitive, nodes });
        continue;
      }
      // Vertices that no triangle uses are left out.
      const used = Math.min(count, 3 * triangleCount(primitive.mode, length));
      parts += times;
      vertices += times * used;
      triangles += times * triangleCount(primitive.mode, length);
      checkCount(parts, limits, "parts", { where });
      checkCount(vertices, limits, "vertices", { where });
      checkCount(triangles, limits, "triangles", { where });
      // Positions and normals of every instance, and their shared data; then the triangles of both.
      budget.take(4 * (6 * times + 14) * used + 12 * (times + 2) * triangleCount(primitive.mode, length), where);
      primitives.push({ where, primitive, nodes });
    }
  }
  return { primitives, splats, points, places };
}

function checkPrimitive(gltf: Gltf, primitive: GltfPrimitive, where: string): void {
  const { attributes, targets, indices, material } = primitive;
  for (const list of [attributes, ...targets]) {
    for (const [name, index] of Object.entries(list)) at(gltf.accessors, index, "accessors", `${where}.${name}`);
  }
  if (indices !== undefined) {
    const { type, componentType } = at(gltf.accessors, indices, "accessors", `${where}.indices`);
    const isIndex = type === "SCALAR" && (componentType === 5121 || componentType === 5123 || componentType === 5125);
    if (!isIndex)
      throw new AssetError("malformed", "indices must be unsigned integers.", { where: `${where}.indices` });
  }
  if (material !== undefined) at(gltf.materials, material, "materials", where);
}

function checkSkin(gltf: Gltf, index: number, where: string): void {
  const { joints, inverseBindMatrices } = at(gltf.skins, index, "skins", where);
  for (const joint of joints) at(gltf.nodes, joint, "nodes", `skins[${index}].joints`);
  if (inverseBindMatrices === undefined) return;
  const { type, count } = at(gltf.accessors, inverseBindMatrices, "accessors", `skins[${index}].inverseBindMatrices`);
  if (type === "MAT4" && count >= joints.length) return;
  const message = `${joints.length} matrices were expected.`;
  throw new AssetError("malformed", message, { where: `skins[${index}].inverseBindMatrices` });
}

/** The number of instances: the length of each list. */
function instanceCount(gltf: Gltf, attributes: GltfAttributes, where: string): number {
  const counts = Object.entries(attributes).map(
    ([name, index]) => at(gltf.accessors, index, "accessors", `${where}.${name}`).count,
  );
  return counts.length === 0 ? 0 : Math.min(...counts);
}
