/**
 * Frames as they are sent to threads. A scene may have 100,000 draws and parts: as objects they would be copied for each thread and each
 * image, which takes seconds. They are sent as numbers on shared memory.
 */
import type { Frame } from "../bands/frame.ts";
import type { Affine, MeshData, MeshDraw, PreparedPart } from "../prepare/scene-data.ts";
import { sharedDoubles } from "../prepare/shared-arrays.ts";

/** Draws and parts as numbers. */
export interface PackedLists {
  /** See {@link packDraws}. */
  readonly draws: Float64Array;
  /** Twelve numbers of each matrix that is not null, in the order of the draws. */
  readonly locals: Float64Array;
  readonly parts: Float64Array;
}

/** A frame without the draws and parts of its meshes, and these. */
export interface SentFrame {
  readonly frame: Frame;
  readonly lists: PackedLists;
}

const AFFINE = 12;
const DRAW_NUMBERS = ["part", "material", "prim", "vertexBase", "triangleBase"] as const satisfies (keyof MeshDraw)[];
const PART_NUMBERS = [
  "firstVertex",
  "vertices",
  "firstTriangle",
  "triangles",
  "colors",
  "texCoords",
  "texCoords2",
  "tangents",
] as const satisfies (keyof PreparedPart)[];
/** The numbers, whether there is a local matrix, and the matrix to world space. */
const DRAW_STRIDE = DRAW_NUMBERS.length + 1 + AFFINE;
/** The numbers, whether there are normals, and the scale. */
const PART_STRIDE = PART_NUMBERS.length + 1 + 3;

/** Packs frames; the lists of a scene once. */
export class FramePacker {
  readonly #known = new WeakMap<MeshData, PackedLists>();

  pack(frame: Frame): SentFrame {
    const { scene } = frame;
    const { meshes } = scene;
    let lists = this.#known.get(meshes);
    if (lists === undefined) this.#known.set(meshes, (lists = packLists(meshes)));
    // Kernels count prims: the paths stay with the caller.
    return { frame: { ...frame, scene: { ...scene, prims: [], meshes: { ...meshes, draws: [], parts: [] } } }, lists };
  }
}

/** Returns a frame with its draws and parts; its scene has no paths of prims. */
export function unpackFrame({ frame, lists }: SentFrame): Frame {
  const { scene } = frame;
  const meshes = { ...scene.meshes, draws: unpackDraws(lists), parts: unpackParts(lists.parts) };
  return { ...frame, scene: { ...scene, meshes } };
}

function packLists({ draws, parts }: MeshData): PackedLists {
  return { ...packDraws(draws), parts: packParts(parts) };
}

function packDraws(draws: readonly MeshDraw[]): Omit<PackedLists, "parts"> {
  const packed = sharedDoubles(DRAW_STRIDE * draws.length);
  const locals = sharedDoubles(AFFINE * draws.reduce((count, { local }) => count + (local === null ? 0 : 1), 0));
  let [at, local] = [0, 0];
  for (const draw of draws) {
    for (const name of DRAW_NUMBERS) packed[at++] = draw[name];
    packed[at++] = draw.local === null ? 0 : 1;
    packed.set(draw.toWorld, at);
    at += AFFINE;
    if (draw.local === null) continue;
    locals.set(draw.local, local);
    local += AFFINE;
  }
  return { draws: packed, locals };
}

function packParts(parts: readonly PreparedPart[]): Float64Array {
  const packed = sharedDoubles(PART_STRIDE * parts.length);
  let at = 0;
  for (const part of parts) {
    for (const name of PART_NUMBERS) packed[at++] = part[name];
    packed[at++] = part.hasNormals ? 1 : 0;
    packed.set(part.scale, at);
    at += 3;
  }
  return packed;
}

function unpackDraws({ draws: d, locals }: PackedLists): readonly MeshDraw[] {
  const draws: MeshDraw[] = [];
  let local = 0;
  for (let at = 0; at < d.length; at += DRAW_STRIDE) {
    const hasLocal = d[at + 5] !== 0;
    draws.push({
      part: d[at],
      material: d[at + 1],
      prim: d[at + 2],
      vertexBase: d[at + 3],
      triangleBase: d[at + 4],
      toWorld: affineAt(d, at + 6),
      local: hasLocal ? affineAt(locals, local) : null,
    });
    if (hasLocal) local += AFFINE;
  }
  return draws;
}

function unpackParts(p: Float64Array): readonly PreparedPart[] {
  const parts: PreparedPart[] = [];
  for (let at = 0; at < p.length; at += PART_STRIDE) {
    parts.push({
      firstVertex: p[at],
      vertices: p[at + 1],
      firstTriangle: p[at + 2],
      triangles: p[at + 3],
      colors: p[at + 4],
      texCoords: p[at + 5],
      texCoords2: p[at + 6],
      tangents: p[at + 7],
      hasNormals: p[at + 8] !== 0,
      scale: [p[at + 9], p[at + 10], p[at + 11]],
    });
  }
  return parts;
}

/** A literal: a copy of a part of a typed array takes ten times as long. */
function affineAt(m: Float64Array, i: number): Affine {
  return [
    m[i],
    m[i + 1],
    m[i + 2],
    m[i + 3],
    m[i + 4],
    m[i + 5],
    m[i + 6],
    m[i + 7],
    m[i + 8],
    m[i + 9],
    m[i + 10],
    m[i + 11],
  ];
}
