/** Shapes of a stage as assets of the renderer. */
import {
  mapNames,
  type MapName,
  type Material,
  type MeshAsset,
  type MeshPart,
  type PointAsset,
  type SplatAsset,
  type Texture,
  type TextureUse,
} from "@usdkit/assets";
import { makeContext, makeSplatArrays } from "@usdkit/assets/reading";
import { encodeSrgb } from "@usdkit/base/math";
import {
  surfaceOfCurves,
  surfaceOfPoints,
  type Geometry,
  type PointGeometry,
  type SplatGeometry,
  type TriangleGeometry,
  type VertexPrimvars,
} from "@usdkit/geometry";
import { splatsFromNumbers } from "../inline/splats-from-numbers.ts";
import { meanChord } from "./mean-chord.ts";
import type { TexCoordSet } from "./look-textures.ts";
import { NO_COLOR, type SurfaceLook } from "./surface-look.ts";

/** Returns the shape that is drawn for another one: tubes for curves, and balls for points with widths, if they are not too many. */
export function drawnGeometry(geometry: Geometry): Exclude<Geometry, { type: "curves" }> {
  if (geometry.type === "curves") return surfaceOfCurves(geometry);
  return geometry.type === "points" ? (surfaceOfPoints(geometry) ?? geometry) : geometry;
}

/**
 * Returns the asset of a shape.
 *
 * @param looks of each group of triangles
 */
export function geometryAsset(
  geometry: Exclude<Geometry, { type: "curves" }>,
  looks: readonly SurfaceLook[],
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

function meshAsset(geometry: TriangleGeometry, looks: readonly SurfaceLook[]): MeshAsset {
  const { indices, groups, positions, normals, primvars } = geometry;
  const chord = looks.some(({ isThickAsShape }) => isThickAsShape) ? meanChord(positions, indices) : 1;
  const parts = groups.map(({ firstTriangle, triangles }, group): MeshPart => {
    const used = indices.subarray(3 * firstTriangle, 3 * (firstTriangle + triangles));
    const look = looks[group];
    const [first, second]: readonly (TexCoordSet | undefined)[] = look.texCoordSets;
    const vertices = {
      positions,
      normals,
      colors: vertexColors(positions.length / 3, look),
      texCoords: texCoordsOf(primvars, first, positions.length / 3),
      texCoords2: texCoordsOf(primvars, second, positions.length / 3),
    };
    const scale = look.isThickAsShape ? ([chord, chord, chord] as const) : undefined;
    // Groups have vertices of their own: the renderer keeps those of each part.
    const own = groups.length === 1 ? { ...vertices, indices: used } : compacted(vertices, used);
    return { ...own, material: group, scale };
  });
  return { type: "mesh", parts, ...assetMaterials(looks), skipped: {} };
}

/** Returns the materials of looks with the textures of all of them. */
export function assetMaterials(looks: readonly SurfaceLook[]): Pick<MeshAsset, "materials" | "textures"> {
  const textures: Texture[] = [];
  // The same objects: materials that shapes share are packed once.
  if (looks.every((look) => look.textures.length === 0)) {
    return { materials: looks.map(({ material }) => material), textures };
  }
  const materials = looks.map((look) => {
    const first = textures.length;
    textures.push(...look.textures);
    return withTextures(look.material, (use) => use && { ...use, texture: first + use.texture });
  });
  return { materials, textures };
}

/** Returns a material with the uses of its textures changed. */
function withTextures(material: Material, change: (use: TextureUse | null) => TextureUse | null): Material {
  const { texture, physical } = material;
  const base = change(texture === null ? null : { texture, usesSecondSet: false, transform: null });
  if (physical === undefined) return { ...material, texture: base?.texture ?? null };
  const maps: Partial<Record<MapName, TextureUse>> = {};
  for (const name of mapNames) {
    const use = change(physical.maps[name] ?? null);
    if (use !== null) maps[name] = use;
  }
  return { ...material, texture: base?.texture ?? null, physical: { ...physical, maps } };
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

/** Returns two numbers for each vertex; null if nothing reads them. */
function texCoordsOf(primvars: VertexPrimvars, set: TexCoordSet | undefined, count: number): Float32Array | null {
  if (set === undefined) return null;
  const found = primvars.get(set.name);
  const isFound = found !== undefined && found.components >= 2;
  if (!isFound && set.fallback === null) return null;
  const fallback = { components: 2, values: Float32Array.from(set.fallback ?? []), isConstant: true };
  const { components, values, isConstant } = isFound ? found : fallback;
  if (components === 2 && !isConstant) return values;
  const result = new Float32Array(2 * count);
  for (let i = 0; i < count; i++) {
    const from = isConstant ? 0 : components * i;
    result[2 * i] = values[from];
    result[2 * i + 1] = values[from + 1];
  }
  return result;
}

/** Colors and opacities as RGBA; null without either. */
function vertexColors(count: number, { colors, opacities }: SurfaceLook): Float32Array | null {
  if (colors === null && opacities === null) return null;
  const rgba = new Float32Array(4 * count).fill(1);
  for (let i = 0; i < count; i++) {
    if (colors !== null) for (let k = 0; k < 3; k++) rgba[4 * i + k] = colors.values[3 * i + k];
    if (opacities !== null) rgba[4 * i + 3] = opacities.values[i];
  }
  return rgba;
}

function pointAsset({ positions, primvars }: PointGeometry): PointAsset {
  const color = primvars.get("displayColor");
  const bytes = new Uint8Array(positions.length);
  for (let i = 0; i < bytes.length; i++) {
    const linear = color === undefined ? NO_COLOR : color.values[color.isConstant ? i % 3 : i];
    bytes[i] = Math.round(255 * encodeSrgb(linear));
  }
  return { type: "points", count: positions.length / 3, positions, colors: bytes, skipped: {} };
}
