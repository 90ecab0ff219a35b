/** Shapes of a stage as assets of the renderer. */
import type { Geometry, PointGeometry, SplatGeometry, TriangleGeometry } from "@usdkit/geometry";
import type { Material, MeshAsset, MeshPart, PointAsset, SplatAsset, Texture, TextureUse } from "@usdkit/assets";
import { makeContext, makeSplatArrays } from "@usdkit/assets/reading";
import { splatsFromNumbers } from "../inline/splats-from-numbers.ts";
import { encodeSrgb } from "@usdkit/base/math";
import type { SurfaceLook } from "./surface-look.ts";

/** Linear gray of prims without a color. */
const NO_COLOR = 0.5;

/**
 * Returns the asset of a shape.
 *
 * @param looks of each group of triangles; null for display colors
 */
export function geometryAsset(
  geometry: Geometry,
  looks: readonly (SurfaceLook | null)[],
): MeshAsset | PointAsset | SplatAsset {
  switch (geometry.type) {
    case "triangles":
      return meshAsset(geometry, looks);
    case "points":
      return pointAsset(geometry);
    case "splats":
      return splatAsset(geometry);
  }
}

function splatAsset({
  count,
  positions,
  orientations,
  scales,
  opacities,
  degree,
  coefficients,
}: SplatGeometry): SplatAsset {
  const drawn = Math.min(degree, 3) as 0 | 1 | 2 | 3;
  const { budget } = makeContext({});
  const numbers = {
    count,
    positions,
    orientations: orientations ?? undefined,
    scales: scales ?? undefined,
    opacities: opacities ?? undefined,
    degree: drawn,
    stored: 3 * (degree + 1) ** 2,
    coefficients: coefficients ?? undefined,
  };
  return splatsFromNumbers(numbers, makeSplatArrays(count, drawn, budget, "positions"));
}

function meshAsset(geometry: TriangleGeometry, looks: readonly (SurfaceLook | null)[]): MeshAsset {
  const { opacities, indices, groups, positions, normals, texCoords } = geometry;
  const isTranslucent = opacities?.some((opacity) => opacity < 1) === true;
  const materials: Material[] = [colorMaterial(geometry, isTranslucent)];
  const textures: Texture[] = [];
  const colors = vertexColors(geometry);
  const parts = groups.map(({ firstTriangle, triangles }, group): MeshPart => {
    const used = indices.subarray(3 * firstTriangle, 3 * (firstTriangle + triangles));
    const look = looks.at(group) ?? null;
    const [first, second] = look?.texCoordSets ?? [];
    const vertices = {
      positions,
      normals,
      colors: look === null || look.usesDisplayColor ? colors : null,
      texCoords: texCoords.get(first) ?? null,
      texCoords2: texCoords.get(second) ?? null,
    };
    if (look !== null) {
      const moved = (use: TextureUse | null): TextureUse | null =>
        use && { ...use, texture: use.texture + textures.length };
      materials.push(withTextures(look.material, moved));
      textures.push(...look.textures);
    }
    const material = look === null ? 0 : materials.length - 1;
    // Groups have vertices of their own: the renderer keeps those of each part.
    return groups.length === 1 ? { ...vertices, indices: used, material } : { ...compacted(vertices, used), material };
  });
  return { type: "mesh", parts, materials, textures, skipped: {} };
}

/** Returns a material with the uses of its textures changed. */
function withTextures(material: Material, change: (use: TextureUse | null) => TextureUse | null): Material {
  const { texture, physical } = material;
  const base = change(texture === null ? null : { texture, usesSecondSet: false, transform: null });
  if (physical === undefined) return { ...material, texture: base?.texture ?? null };
  const { metallicRoughnessMap, normalMap, occlusionMap, emissiveMap } = physical;
  return {
    ...material,
    texture: base?.texture ?? null,
    physical: {
      ...physical,
      metallicRoughnessMap: change(metallicRoughnessMap),
      normalMap: change(normalMap),
      occlusionMap: change(occlusionMap),
      emissiveMap: change(emissiveMap),
    },
  };
}

type Vertices = Pick<MeshPart, "positions" | "normals" | "colors" | "texCoords" | "texCoords2">;

/** Returns the vertices that triangles use, and the triangles with their indices. */
function compacted(vertices: Vertices, indices: Uint32Array): Vertices & Pick<MeshPart, "indices"> {
  const { positions, normals, colors, texCoords, texCoords2 = null } = vertices;
  const places = new Map<number, number>();
  const renumbered = indices.map((vertex) => {
    const place = places.get(vertex) ?? places.size;
    places.set(vertex, place);
    return place;
  });
  const picked = (values: Float32Array, components: number): Float32Array => {
    const result = new Float32Array(components * places.size);
    for (const [vertex, place] of places) {
      for (let k = 0; k < components; k++) result[components * place + k] = values[components * vertex + k];
    }
    return result;
  };
  return {
    positions: picked(positions, 3),
    normals: normals && picked(normals, 3),
    colors: colors && picked(colors, 4),
    texCoords: texCoords && picked(texCoords, 2),
    texCoords2: texCoords2 && picked(texCoords2, 2),
    indices: renumbered,
  };
}

function colorMaterial({ colors, isDoubleSided }: TriangleGeometry, isTranslucent: boolean): Material {
  const gray = colors === null ? NO_COLOR : 1;
  return {
    name: "displayColor",
    baseColor: [gray, gray, gray, 1],
    texture: null,
    texCoordTransform: null,
    alphaMode: isTranslucent ? "blend" : "opaque",
    alphaCutoff: 0,
    doubleSided: isDoubleSided,
    unlit: false,
  };
}

/** Colors and opacities as RGBA; null without either. */
function vertexColors({ positions, colors, opacities }: TriangleGeometry): Float32Array | null {
  if (colors === null && opacities === null) return null;
  const count = positions.length / 3;
  const rgba = new Float32Array(4 * count).fill(1);
  for (let i = 0; i < count; i++) {
    if (colors !== null) for (let k = 0; k < 3; k++) rgba[4 * i + k] = colors[3 * i + k];
    if (opacities !== null) rgba[4 * i + 3] = opacities[i];
  }
  return rgba;
}

function pointAsset({ positions, colors }: PointGeometry): PointAsset {
  const linear = colors ?? new Float32Array(positions.length).fill(NO_COLOR);
  const bytes = Uint8Array.from(linear, (value) => Math.round(255 * encodeSrgb(Math.min(1, Math.max(0, value)))));
  return { type: "points", count: positions.length / 3, positions, colors: bytes, skipped: {} };
}
