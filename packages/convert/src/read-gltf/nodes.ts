/** Nodes of glTF. */
import { at } from "@usdkit/assets/gltf";
import type { GltfNode } from "@usdkit/assets/gltf";
import { isFiniteMatrix, rowMatrixFromColumnMajor } from "@usdkit/transforms";
import { ConvertError } from "../errors/convert-error.ts";
import type { Quaternion, Triple } from "../model/numbers.ts";
import type { NodeModel, NodeTransform } from "../model/scene.ts";
import { extrasOf, nameOf } from "./extras.ts";
import { extensionOf, rawList, type GltfFile, type JsonObject } from "./gltf-file.ts";
import { readInstances } from "./instances.ts";
import { nodeLight } from "./lights.ts";
import type { ReadMesh } from "./meshes.ts";
import { pointer } from "./pointer.ts";

/** Returns the nodes, with indices of the file. `meshes` has what became of each mesh of the file. */
export function readNodes(file: GltfFile, meshes: readonly ReadMesh[]): readonly NodeModel[] {
  const raw = rawList(file, "nodes");
  return file.gltf.nodes.map((node, i) => readNode(file, { node, raw: raw[i], at: pointer("/nodes", i) }, meshes));
}

interface NodePart {
  readonly node: GltfNode;
  readonly raw: JsonObject | undefined;
  readonly at: string;
}

function readNode(file: GltfFile, part: NodePart, meshes: readonly ReadMesh[]): NodeModel {
  const { node, raw, at: source } = part;
  const { gltf } = file;
  const { mesh, skin, weights } = node;
  if (mesh !== undefined) at(gltf.meshes, mesh, "meshes", place(source));
  if (skin !== undefined) at(gltf.skins, skin, "skins", place(source));
  const camera = raw?.["camera"];
  const cameras = rawList(file, "cameras").length;
  if (camera !== undefined && !(Number.isInteger(camera) && (camera as number) >= 0 && (camera as number) < cameras)) {
    const found = typeof camera === "number" ? String(camera) : typeof camera;
    throw new ConvertError(`${source}/camera`, `Expected the index of one of ${cameras} cameras, found ${found}`);
  }
  const shown = mesh === undefined ? undefined : meshes[mesh];
  return {
    name: nameOf(raw),
    source,
    children: node.children,
    transform: transformOf(file, part),
    isVisible: extensionOf(raw, "KHR_node_visibility")?.["visible"] !== false,
    mesh: shown?.mesh ?? null,
    camera: typeof camera === "number" ? camera : null,
    light: nodeLight(file, raw, source),
    splats: shown?.splats ?? [],
    skin: skin ?? null,
    targetWeights: weights ?? null,
    instances: readInstances(file, raw, source),
    extras: extrasOf(raw),
  };
}

/** A pointer as readers of assets name places: `/nodes/3` is `nodes[3]`. */
function place(source: string): string {
  return source.slice(1).replace(/\/(\d+)/u, "[$1]");
}

function transformOf({ losses }: GltfFile, { node, at: source }: NodePart): NodeTransform {
  const { matrix, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] } = node;
  if (matrix !== undefined) {
    const rows = rowMatrixFromColumnMajor(matrix);
    if (!isFiniteMatrix(rows)) throw new ConvertError(`${source}/matrix`, "Expected finite numbers");
    return { kind: "matrix", matrix: rows };
  }
  const [x, y, z, w] = rotation;
  const length = Math.hypot(x, y, z, w);
  if (Math.abs(length - 1) > 1e-3) losses.add(`${source}/rotation`, "The quaternion has another length than 1");
  const unit = length > 0 ? 1 / length : 0;
  const quaternion: Quaternion =
    unit === 0 ? [1, 0, 0, 0] : isUnit(length) ? [w, x, y, z] : [w * unit, x * unit, y * unit, z * unit];
  return { kind: "trs", translation: triple(translation), rotation: quaternion, scale: triple(scale) };
}

/** Whether a length is 1 to single precision: such numbers stay as they are. */
function isUnit(length: number): boolean {
  return Math.abs(length - 1) < 1e-6;
}

function triple([x, y, z]: readonly number[]): Triple {
  return [x, y, z];
}
