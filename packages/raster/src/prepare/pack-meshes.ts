import type { Material, MeshAsset, MeshPart } from "@usdkit/assets";
import { areFinite } from "@usdkit/base";
import { RenderError } from "../errors/render-error.ts";
import { multiplyAffine } from "./affine.ts";
import { inPieces } from "./in-pieces.ts";
import { prepareMaterial } from "./prepare-material.ts";
import { packTextures, type TextureOptions, texturesUsed, type PackedTextures } from "./pack-textures.ts";
import type { Pause, PlacedItem, Skip } from "./placed-item.ts";
import type { MeshData, MeshDraw, PreparedMaterial, PreparedPart } from "./scene-data.ts";
import { sharedFloats, sharedWords } from "./shared-arrays.ts";

/** Packs meshes, each asset once, with the draws that use it. */
export async function packMeshes(
  items: readonly PlacedItem<MeshAsset>[],
  textureOptions: TextureOptions,
  skip: Skip,
  pause: Pause,
): Promise<MeshData> {
  const assets = new Map<MeshAsset, string>();
  for (const { asset, path } of items) if (!assets.has(asset)) assets.set(asset, path);
  for (const [asset, path] of assets) check(asset, path);
  const packer = new Packer(assets.keys(), skip);
  const textures = await packTextures(assets, textureOptions, pause);
  const ranges = new Map<MeshAsset, readonly [from: number, to: number]>();
  for (const asset of assets.keys()) {
    ranges.set(asset, await packer.add(asset, pause));
  }
  const { parts } = packer;
  const draws: MeshDraw[] = [];
  let [vertexBase, triangleBase] = [0, 0];
  for (const { asset, prim, toWorld, local, materials = asset.materials } of items) {
    const [from, to] = ranges.get(asset) ?? [0, 0];
    const firstMaterial = packer.firstMaterial(asset, materials, textures);
    for (let part = from; part < to; part++) {
      for (const instance of asset.parts[part - from].instances ?? [null]) {
        const matrix = instance === null ? toWorld : multiplyAffine(instance, toWorld);
        const own = instance === null || local === null ? (instance ?? local) : multiplyAffine(instance, local);
        const material = firstMaterial + asset.parts[part - from].material;
        draws.push({ part, material, prim, toWorld: matrix, local: own, vertexBase, triangleBase });
        vertexBase += parts[part].vertices;
        triangleBase += parts[part].triangles;
      }
    }
  }
  return { ...packer.arrays(), textures: textures.textures, draws, vertices: vertexBase, triangles: triangleBase };
}

class Packer {
  readonly parts: PreparedPart[] = [];
  readonly #materials: PreparedMaterial[] = [];
  /** By list, or by the only material of a list if it has no textures. */
  readonly #firstMaterials: Map<readonly Material[] | Material, number> = new Map();
  readonly #positions: Float32Array;
  readonly #normals: Float32Array;
  readonly #colors: Float32Array;
  readonly #texCoords: Float32Array;
  readonly #tangents: Float32Array;
  readonly #indices: Uint32Array;
  readonly #skip: Skip;
  #vertices = 0;
  #triangles = 0;
  #colorsEnd = 0;
  #texCoordsEnd = 0;
  #tangentsEnd = 0;

  constructor(assets: Iterable<MeshAsset>, skip: Skip) {
    let [positions, colors, texCoords, tangents, indices] = [0, 0, 0, 0, 0];
    for (const { parts } of assets) {
      for (const part of parts) {
        positions += part.positions.length;
        colors += part.colors?.length ?? 0;
        texCoords += (part.texCoords?.length ?? 0) + (part.texCoords2?.length ?? 0);
        tangents += part.tangents?.length ?? 0;
        indices += part.indices.length;
      }
    }
    this.#positions = sharedFloats(positions);
    this.#normals = sharedFloats(positions);
    this.#colors = sharedFloats(colors);
    this.#texCoords = sharedFloats(texCoords);
    this.#tangents = sharedFloats(tangents);
    this.#indices = sharedWords(indices);
    this.#skip = skip;
  }

  async add(asset: MeshAsset, pause: Pause): Promise<[from: number, to: number]> {
    const from = this.parts.length;
    for (const part of asset.parts) await this.#addPart(part, pause);
    return [from, this.parts.length];
  }

  /** Returns the index of the first of some materials that use the textures of an asset; each list is added once. */
  firstMaterial(asset: MeshAsset, materials: readonly Material[], { placeOf }: PackedTextures): number {
    const [only] = materials;
    const key = materials.length === 1 && texturesUsed(only).length === 0 ? only : materials;
    const known = this.#firstMaterials.get(key);
    if (known !== undefined) return known;
    const first = this.#materials.length;
    for (const material of materials) this.#materials.push(prepareMaterial(asset, material, placeOf));
    this.#firstMaterials.set(key, first);
    return first;
  }

  arrays(): Omit<MeshData, "textures" | "draws" | "vertices" | "triangles"> {
    return {
      positions: this.#positions,
      normals: this.#normals,
      colors: this.#colors,
      texCoords: this.#texCoords,
      tangents: this.#tangents,
      indices: this.#indices,
      parts: this.parts,
      materials: this.#materials,
    };
  }

  async #addPart(
    { positions, normals, colors, texCoords, texCoords2 = null, tangents = null, indices, scale }: MeshPart,
    pause: Pause,
  ): Promise<void> {
    const vertices = positions.length / 3;
    this.#positions.set(positions, 3 * this.#vertices);
    await copyFinite(this.#normals, normals, 3 * this.#vertices, pause);
    await copyFinite(this.#colors, colors, this.#colorsEnd, pause);
    await copyFinite(this.#texCoords, texCoords, this.#texCoordsEnd, pause);
    const second = this.#texCoordsEnd + (texCoords?.length ?? 0);
    await copyFinite(this.#texCoords, texCoords2, second, pause);
    await copyFinite(this.#tangents, tangents, this.#tangentsEnd, pause);
    const triangles = await this.#addTriangles(positions, indices, pause);
    this.parts.push({
      firstVertex: this.#vertices,
      vertices,
      firstTriangle: this.#triangles,
      triangles,
      hasNormals: normals !== null,
      colors: colors === null ? -1 : this.#colorsEnd,
      texCoords: texCoords === null ? -1 : this.#texCoordsEnd,
      texCoords2: texCoords2 === null ? -1 : second,
      tangents: tangents === null ? -1 : this.#tangentsEnd,
      scale: scale?.every((value) => Number.isFinite(value)) === true ? scale : [1, 1, 1],
    });
    this.#vertices += vertices;
    this.#triangles += triangles;
    this.#colorsEnd += colors?.length ?? 0;
    this.#texCoordsEnd = second + (texCoords2?.length ?? 0);
    this.#tangentsEnd += tangents?.length ?? 0;
  }

  /** Copies the drawable triangles; returns their number. */
  async #addTriangles(positions: Float32Array, indices: Uint32Array, pause: Pause): Promise<number> {
    const isGood = await finiteVertices(positions, pause);
    const kept: KeptTriangles = { out: 3 * this.#triangles, outOfRange: 0, nonFinite: 0 };
    const start = kept.out;
    await inPieces(indices.length / 3, pause, (from, to) => {
      const given = { indices: indices.subarray(3 * from, 3 * to), isGood, firstVertex: this.#vertices };
      copyTriangles(this.#indices, given, kept);
    });
    if (kept.outOfRange > 0) this.#skip("indexOutOfRange", kept.outOfRange);
    if (kept.nonFinite > 0) this.#skip("nonFinite", kept.nonFinite);
    return (kept.out - start) / 3;
  }
}

/** Where the next triangle goes, and how many were left out. */
interface KeptTriangles {
  out: number;
  outOfRange: number;
  nonFinite: number;
}

interface GivenTriangles {
  readonly indices: Uint32Array;
  readonly isGood: Uint8Array;
  readonly firstVertex: number;
}

function copyTriangles(
  target: Uint32Array,
  { indices, isGood, firstVertex }: GivenTriangles,
  kept: KeptTriangles,
): void {
  let { out } = kept;
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i];
    const b = indices[i + 1];
    const c = indices[i + 2];
    if (a >= isGood.length || b >= isGood.length || c >= isGood.length) {
      kept.outOfRange++;
      continue;
    }
    if ((isGood[a] & isGood[b] & isGood[c]) === 0) {
      kept.nonFinite++;
      continue;
    }
    target[out] = firstVertex + a;
    target[out + 1] = firstVertex + b;
    target[out + 2] = firstVertex + c;
    out += 3;
  }
  kept.out = out;
}

async function finiteVertices(positions: Float32Array, pause: Pause): Promise<Uint8Array> {
  const isGood = new Uint8Array(positions.length / 3).fill(1);
  await inPieces(isGood.length, pause, (from, to) => {
    if (areFinite(positions.subarray(3 * from, 3 * to))) return;
    for (let i = from; i < to; i++) {
      isGood[i] = Number.isFinite(positions[3 * i] + positions[3 * i + 1] + positions[3 * i + 2]) ? 1 : 0;
    }
  });
  return isGood;
}

/** Replaces non-finite normals by 0: the face normal is used for them. */
async function copyFinite(
  target: Float32Array,
  source: Float32Array | null,
  place: number,
  pause: Pause,
): Promise<void> {
  if (source === null) return;
  await inPieces(source.length, pause, (from, to) => {
    const piece = source.subarray(from, to);
    target.set(areFinite(piece) ? piece : piece.map((value) => (Number.isFinite(value) ? value : 0)), place + from);
  });
}

function check({ parts, materials, textures }: MeshAsset, primPath: string): void {
  const fail = (message: string): never => {
    throw new RenderError("asset", message, { primPath });
  };
  for (const [i, part] of parts.entries()) {
    const { positions, normals, colors, texCoords, texCoords2 = null, tangents = null, indices, material } = part;
    const { instances = [] } = part;
    const vertices = positions.length / 3;
    const lengths: [string, Float32Array | null, number][] = [
      ["normals", normals, 3],
      ["colors", colors, 4],
      ["texCoords", texCoords, 2],
      ["texCoords2", texCoords2, 2],
      ["tangents", tangents, 4],
    ];
    if (!Number.isInteger(vertices))
      fail(`parts[${i}].positions: three numbers a vertex, not ${positions.length} in all`);
    if (indices.length % 3 !== 0) fail(`parts[${i}].indices: three a triangle, not ${indices.length} in all`);
    for (const [name, array, each] of lengths) {
      if (array !== null && array.length !== each * vertices) {
        fail(`parts[${i}].${name}: ${each * vertices} numbers for ${vertices} vertices, not ${array.length}`);
      }
    }
    if (instances.some((matrix) => matrix.length !== 12)) fail(`parts[${i}].instances: twelve numbers each`);
    if (materials[material] === undefined) fail(`parts[${i}].material: no material ${material}`);
  }
  for (const [i, material] of materials.entries()) {
    for (const { texture } of texturesUsed(material)) {
      if (textures[texture] === undefined) fail(`materials[${i}]: no texture ${texture}`);
    }
  }
}
