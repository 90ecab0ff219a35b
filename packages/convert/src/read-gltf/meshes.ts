/** Meshes of glTF. */
import {
  elementCount,
  floatsOf,
  isSplatPrimitive,
  type AccessorValues,
  type GltfAttributes,
  type GltfPrimitive,
} from "@usdkit/assets/gltf";
import { ConvertError } from "../errors/convert-error.ts";
import type { MeshModel, MeshPart, MorphTarget, Vertices } from "../model/mesh.ts";
import type { SplatModel } from "../model/splats.ts";
import { colorsOf, customValues, flipped, influencesOf, texCoordName } from "./attributes.ts";
import { extrasOf, nameOf } from "./extras.ts";
import { accessorOf, rawList, type GltfFile, type JsonObject } from "./gltf-file.ts";
import { pointer } from "./pointer.ts";
import { readSplats } from "./splats.ts";
import { SharedVertices } from "./shared-vertices.ts";
import { topologyOf } from "./topology.ts";
import { variantMaterials } from "./variants.ts";

/** What a mesh of the file became: triangles, lines and points are a mesh, splats are not. */
export interface ReadMesh {
  /** Index into the meshes of the scene; null if it has splats only. */
  readonly mesh: number | null;
  /** Indices into the splats of the scene. */
  readonly splats: readonly number[];
}

/** What the meshes of a file became. */
export interface ReadMeshes {
  readonly meshes: readonly MeshModel[];
  readonly splats: readonly SplatModel[];
  /** By index in the file. */
  readonly places: readonly ReadMesh[];
}

/** What meshes depend on. */
export interface MeshUse {
  /** By mesh, the least number of joints of the skins that it is used with. */
  readonly jointCounts: ReadonlyMap<number, number>;
  /** Of the material variants of the file. */
  readonly variantCount: number;
}

/** Reads all meshes. */
export function readMeshes(file: GltfFile, { jointCounts, variantCount }: MeshUse): ReadMeshes {
  const raw = rawList(file, "meshes");
  const meshes: MeshModel[] = [];
  const splats: SplatModel[] = [];
  const places: ReadMesh[] = [];
  for (const [i, { primitives, weights }] of file.gltf.meshes.entries()) {
    const source = pointer("/meshes", i);
    const rawMesh = raw[i];
    const shared = new SharedVertices();
    const parts: MeshPart[] = [];
    const ownSplats: number[] = [];
    for (const [k, primitive] of primitives.entries()) {
      const at = pointer(source, "primitives", k);
      const rawPart = (rawMesh?.["primitives"] as readonly JsonObject[] | undefined)?.[k];
      if (isSplatPrimitive(primitive)) {
        splats.push(readSplats(file, primitive, { source: at, name: nameOf(rawMesh) }));
        ownSplats.push(splats.length - 1);
        continue;
      }
      const use = { jointCount: jointCounts.get(i) ?? 0, variantCount };
      const part = readPart(file, { primitive, raw: rawPart, at, ...use }, shared);
      if (part !== null) parts.push(part);
    }
    const { names, weights: targetWeights } = targetsOf(rawMesh, parts, weights ?? []);
    if (parts.length > 0) {
      const extras = withoutTargetNames(extrasOf(rawMesh));
      meshes.push({ name: nameOf(rawMesh), source, parts, targetNames: names, targetWeights, extras });
    }
    places.push({ mesh: parts.length > 0 ? meshes.length - 1 : null, splats: ownSplats });
  }
  return { meshes, splats, places };
}

/** A primitive and where it is. */
interface Primitive {
  readonly primitive: GltfPrimitive;
  readonly raw: JsonObject | undefined;
  readonly at: string;
  readonly jointCount: number;
  readonly variantCount: number;
}

/** Returns a part of a mesh; null if it has no vertices. */
function readPart(file: GltfFile, part: Primitive, shared: SharedVertices): MeshPart | null {
  const { primitive, raw, at } = part;
  const { gltf, losses } = file;
  const { attributes, targets, indices, material } = primitive;
  if (material !== undefined && material >= gltf.materials.length) {
    throw new ConvertError(
      `${at}/material`,
      `Material ${material} does not exist; the file has ${gltf.materials.length}`,
    );
  }
  if (attributes["POSITION"] === undefined) {
    losses.add(at, "The primitive has no positions: it is left out");
    return null;
  }
  const vertices = shared.get(attributes, targets, part.jointCount, () => readVertices(file, part));
  if (vertices.count === 0) return null;
  const list = indices === undefined ? null : indicesOf(file, indices, `${at}/indices`);
  const topology = topologyOf(primitive.mode, list, vertices.count, (message) => losses.add(at, message));
  return {
    source: at,
    topology,
    vertices,
    material: material ?? null,
    variantMaterials: variantMaterials(file, raw, { source: at, count: part.variantCount }),
    isDoubleSided: material !== undefined && gltf.materials[material].doubleSided,
  };
}

function indicesOf(file: GltfFile, index: number, at: string): Uint32Array | Uint16Array {
  const values = accessorOf(file, index, [1], at);
  const array = values?.array ?? new Uint32Array(file.gltf.accessors[index].count);
  if (array instanceof Uint8Array) return Uint16Array.from(array);
  if (array instanceof Uint16Array || array instanceof Uint32Array) return array;
  throw new ConvertError(at, "Expected unsigned integers as indices");
}

function readVertices(file: GltfFile, { primitive, at, jointCount }: Primitive): Vertices {
  const { losses, gltf } = file;
  const { attributes, targets } = primitive;
  const { count } = gltf.accessors[attributes["POSITION"]] ?? { count: 0 };
  const valuesOf =
    (list: GltfAttributes, where: string) =>
    (name: string, sizes: readonly number[]): AccessorValues | null => {
      const index = list[name];
      if (index === undefined) return null;
      const place = pointer(where, name);
      const values = accessorOf(file, index, sizes, place) ?? zeros(file, index, sizes);
      const found = elementCount(values);
      if (found < count) throw new ConvertError(place, `Expected ${count} elements, as positions have, found ${found}`);
      return found === count ? values : { ...values, array: values.array.subarray(0, count * values.size) };
    };
  const values = valuesOf(attributes, `${at}/attributes`);
  const floats = (name: string, size: number): Float32Array | null => {
    const found = values(name, [size]);
    return found === null ? null : floatsOf(found);
  };
  const color = values("COLOR_0", [3, 4]);
  const { colors, opacities } = color === null ? { colors: null, opacities: null } : colorsOf(color);
  const known = new Set(["POSITION", "NORMAL", "TANGENT", "COLOR_0"]);
  const texCoords = new Map<string, Float32Array>();
  for (let set = 0; attributes[`TEXCOORD_${set}`] !== undefined; set++) {
    known.add(`TEXCOORD_${set}`);
    texCoords.set(texCoordName(set), flipped(floats(`TEXCOORD_${set}`, 2) ?? new Float32Array(0)));
  }
  const influences = readInfluences(values, { count, jointCount, known }, (message) => losses.add(at, message));
  const custom = new Map(
    Object.keys(attributes).flatMap((name) => {
      if (known.has(name)) return [];
      if (jointCount === 0 && /^(?:JOINTS|WEIGHTS)_\d+$/u.test(name)) {
        losses.add(
          pointer(at, "attributes", name),
          "No node uses the mesh with a skin: joints and weights are left out",
        );
        return [];
      }
      const found = values(name, [1, 2, 3, 4, 9, 16]);
      if (found !== null && found.size <= 4) return [[name, customValues(found)] as const];
      losses.add(pointer(at, "attributes", name), "Attributes of matrices are not supported");
      return [];
    }),
  );
  return {
    count,
    positions: floats("POSITION", 3) ?? new Float32Array(3 * count),
    normals: floats("NORMAL", 3),
    tangents: floats("TANGENT", 4),
    texCoords,
    colors,
    opacities,
    influences,
    custom,
    targets: targets.map((target, i) => {
      const where = pointer(at, "targets", i);
      for (const name of Object.keys(target)) {
        if (name !== "POSITION" && name !== "NORMAL")
          losses.add(pointer(where, name), "Morph targets keep positions and normals only");
      }
      return readTarget(valuesOf(target, where));
    }),
  };
}

/** An accessor without data is all zeros. */
function zeros({ gltf }: GltfFile, index: number, sizes: readonly number[]): AccessorValues {
  const [size] = sizes;
  return { array: new Float32Array(size * gltf.accessors[index].count), size, normalized: false };
}

type FindValues = (name: string, sizes: readonly number[]) => AccessorValues | null;

function readTarget(values: FindValues): MorphTarget {
  const floats = (name: string): Float32Array | null => {
    const found = values(name, [3]);
    return found === null ? null : floatsOf(found);
  };
  return { positions: floats("POSITION"), normals: floats("NORMAL") };
}

function readInfluences(
  values: FindValues,
  { count, jointCount, known }: { count: number; jointCount: number; known: Set<string> },
  lose: (message: string) => void,
): Vertices["influences"] {
  if (jointCount === 0) return null;
  const sets = [];
  for (let set = 0; ; set++) {
    const joints = values(`JOINTS_${set}`, [4]);
    const weights = values(`WEIGHTS_${set}`, [4]);
    if (joints === null || weights === null) break;
    known.add(`JOINTS_${set}`).add(`WEIGHTS_${set}`);
    sets.push({ joints, weights });
  }
  if (sets.length === 0) return null;
  const { influences, outOfRange } = influencesOf(sets, count, jointCount);
  if (outOfRange > 0) lose(`${outOfRange} influences are of joints that the skin does not have: they are left out`);
  return influences;
}

/** Names of morph targets are a convention: `extras.targetNames` of the mesh. */
function targetsOf(
  mesh: JsonObject | undefined,
  parts: readonly MeshPart[],
  weights: readonly number[],
): { names: string[]; weights: number[] } {
  const count = Math.max(0, ...parts.map(({ vertices }) => vertices.targets.length));
  const listed = (mesh?.["extras"] as JsonObject | undefined)?.["targetNames"];
  const names = Array.isArray(listed) ? (listed as unknown[]) : [];
  return {
    names: Array.from({ length: count }, (_, i) => (typeof names[i] === "string" ? names[i] : "")),
    weights: Array.from({ length: count }, (_, i) => weights[i] ?? 0),
  };
}

function withoutTargetNames(extras: MeshModel["extras"]): MeshModel["extras"] {
  if (extras === undefined || !("targetNames" in extras)) return extras;
  const { targetNames: _, ...others } = extras;
  return Object.keys(others).length === 0 ? undefined : others;
}
