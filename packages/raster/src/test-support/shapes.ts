/** Meshes for tests, made of numbers only. */
import type { Material, MeshAsset, MeshPart, PhysicalMaterial, Texture } from "@usdkit/assets";
import { sinCos } from "@usdkit/base/math";

export const plainMaterial: Material = {
  name: "plain",
  baseColor: [1, 1, 1, 1],
  texture: null,
  texCoordTransform: null,
  alphaMode: "opaque",
  alphaCutoff: 0.5,
  doubleSided: false,
  unlit: true,
};

/** A material of the metallic-roughness workflow without maps. */
export function physicalMaterial(metallic: number, roughness: number): PhysicalMaterial {
  return { metallic, roughness, normalScale: 1, occlusionStrength: 1, emissive: [0, 0, 0], maps: {} };
}

/** A single part. */
export function meshOf(
  part: Partial<Omit<MeshPart, "indices" | "positions">> & {
    readonly positions: ArrayLike<number>;
    readonly indices: ArrayLike<number>;
  },
  material: Partial<Material> = {},
  textures: readonly Texture[] = [],
): MeshAsset {
  const { positions, indices, normals = null, colors = null, texCoords = null } = part;
  return {
    type: "mesh",
    parts: [
      {
        positions: Float32Array.from(positions),
        indices: Uint32Array.from(indices),
        normals,
        colors,
        texCoords,
        material: 0,
      },
    ],
    materials: [{ ...plainMaterial, texture: textures.length > 0 ? 0 : null, ...material }],
    textures,
    skipped: {},
  };
}

/** From (−1, −1, 0) to (1, 1, 0), facing +z, texture coordinates from the upper left. */
export function square(material: Partial<Material> = {}, textures: readonly Texture[] = []): MeshAsset {
  const part = {
    positions: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0],
    indices: [0, 1, 2, 0, 2, 3],
    texCoords: Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0),
  };
  return meshOf(part, material, textures);
}

/** From −1 to 1 along each axis, its faces apart. */
export function cube(material: Partial<Material> = {}, textures: readonly Texture[] = []): MeshAsset {
  const [positions, normals, texCoords, indices]: number[][] = [[], [], [], []];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const first = positions.length / 3;
      for (const [s, t] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ]) {
        const corner = [0, 0, 0];
        corner[axis] = side;
        corner[(axis + 1) % 3] = s * side;
        corner[(axis + 2) % 3] = t;
        positions.push(...corner);
        normals.push(...[0, 1, 2].map((k) => (k === axis ? side : 0)));
        texCoords.push((1 + s) / 2, (1 - t) / 2);
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  }
  const part = { positions, indices, normals: Float32Array.from(normals), texCoords: Float32Array.from(texCoords) };
  return meshOf(part, material, textures);
}

/** Of radius 1, with `2 · rings` segments. */
export function sphere(rings: number, material: Partial<Material> = {}, textures: readonly Texture[] = []): MeshAsset {
  const [positions, texCoords, indices]: number[][] = [[], [], []];
  const segments = 2 * rings;
  for (let i = 0; i <= rings; i++) {
    const [sinDown, cosDown] = sinCos((Math.PI * i) / rings);
    for (let j = 0; j <= segments; j++) {
      const [sinAround, cosAround] = sinCos((2 * Math.PI * j) / segments);
      positions.push(sinDown * sinAround, cosDown, sinDown * cosAround);
      texCoords.push(j / segments, i / rings);
      if (i === rings || j === segments) continue;
      const a = i * (segments + 1) + j;
      const b = a + segments + 1;
      indices.push(a, b, b + 1, a, b + 1, a + 1);
    }
  }
  const part = {
    positions,
    indices,
    normals: Float32Array.from(positions),
    texCoords: Float32Array.from(texCoords),
  };
  return meshOf(part, material, textures);
}

/** An image of `cells` by `cells` fields of two colors (sRGB bytes), each `size` texels wide. */
export function checker(
  cells: number,
  size: number,
  [a, b]: readonly [readonly number[], readonly number[]],
  settings: Partial<Texture> = {},
): Texture {
  const width = cells * size;
  const data = new Uint8Array(4 * width * width);
  for (let i = 0; i < width * width; i++) {
    const isEven = (Math.floor((i % width) / size) + Math.floor(i / width / size)) % 2 === 0;
    const color = isEven ? a : b;
    data.set([color[0], color[1], color[2], color[3] ?? 255], 4 * i);
  }
  return {
    width,
    height: width,
    data,
    wrapS: "repeat",
    wrapT: "repeat",
    magFilter: "linear",
    minFilter: "mipmap",
    ...settings,
  };
}
