/** Scenes for the renderer: a room of splats, a relief of triangles. */
import type { MeshAsset, SplatAsset } from "../../../packages/raster/src/index.ts";

/** Numbers from 0 to 1 (a linear congruence: neighbours are related, which does not matter here). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Of the first spherical harmonic. */
const C0 = 0.28209479177387814;
/** Half of the room's width and depth; it is 4 high. */
const ROOM = 5;

/**
 * A room: a floor, three walls and two balls, checkered, of flat splats that lie in them and overlap; the more there are the
 * smaller they are. Opacities are sigmoids of −1 to 4, colors those of the checks, further harmonics noise of ±0.1. About four
 * in ten are before the camera of {@link rasterScene}.
 */
export function splatRoom(count: number, degree: 0 | 3): SplatAsset {
  const next = random(12345);
  const coefficients = (degree + 1) ** 2;
  const asset = {
    type: "splats",
    count,
    positions: new Float32Array(3 * count),
    orientations: new Float32Array(4 * count),
    scales: new Float32Array(3 * count),
    opacities: new Float32Array(count),
    degree,
    harmonics: new Float32Array(3 * coefficients * count),
    skipped: {},
  } as const;
  const size = 0.25 * (2.2 / Math.sqrt(count / 600));
  for (let i = 0; i < count; i++) {
    const { place, thin } = placeInRoom(i % 6, next);
    asset.positions.set(place, 3 * i);
    asset.harmonics.set(
      colorAt(i % 6, place).map((value) => (value - 0.5) / C0),
      3 * coefficients * i,
    );
    for (let k = 3; k < 3 * coefficients; k++) asset.harmonics[3 * coefficients * i + k] = (next() - 0.5) * 0.2;
    asset.opacities[i] = 1 / (1 + Math.exp(1 - 5 * next()));
    for (let k = 0; k < 3; k++) asset.scales[3 * i + k] = size * (k === thin ? 0.1 : 1) * (0.3 + next());
    const turn = [1, next() * 0.4 - 0.2, next() * 0.4 - 0.2, next() * 0.4 - 0.2];
    const length = Math.hypot(...turn);
    asset.orientations.set(
      turn.map((value) => value / length),
      4 * i,
    );
  }
  return asset;
}

/** The position of the splats of each sixth, and the axis along which they are thin: undefined for those of the balls. */
function placeInRoom(kind: number, next: () => number): { place: readonly number[]; thin: number } {
  const [u, v] = [next() * 2 - 1, next() * 2 - 1];
  if (kind === 0) return { place: [u * ROOM, -2, v * ROOM], thin: 1 };
  if (kind === 1) return { place: [u * ROOM, v * 2, -ROOM], thin: 2 };
  if (kind < 4) return { place: [kind === 2 ? -ROOM : ROOM, v * 2, u * ROOM], thin: 0 };
  const [around, height] = [next() * 2 * Math.PI, next() * 2 - 1];
  const radius = Math.sqrt(1 - height * height);
  const [size, middle] = kind === 4 ? [1.2, [-1.3, -0.8, -1]] : [0.8, [1.5, -1.2, 0.2]];
  const sphere = [radius * Math.cos(around), height, radius * Math.sin(around)];
  return { place: sphere.map((value, k) => (middle[k] ?? 0) + size * value), thin: -1 };
}

function colorAt(kind: number, place: readonly number[]): number[] {
  const isLight = place.reduce((sum, value) => sum + Math.floor(value * 2), 0) % 2 !== 0;
  const tint = [kind === 0 ? 1 : 0.6 + 0.1 * kind, kind === 1 ? 1 : 0.7, kind === 4 ? 1.2 : kind === 5 ? 0.4 : 0.8];
  return tint.map((value) => value * (isLight ? 0.75 : 0.35));
}

/** A wavy surface with normals and a texture of 2048² that fills the image; all of its triangles face the camera. */
export function texturedRelief(triangles: number): MeshAsset {
  const cells = Math.round(Math.sqrt(triangles / 2));
  const points = (cells + 1) ** 2;
  const positions = new Float32Array(3 * points);
  const normals = new Float32Array(3 * points);
  const texCoords = new Float32Array(2 * points);
  const indices = new Uint32Array(6 * cells * cells);
  for (let j = 0, at = 0, index = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++, at++) {
      const [u, v] = [i / cells, j / cells];
      const [x, y] = [(2 * u - 1) * 2.4, (1 - 2 * v) * 1.35];
      positions.set([x, y, 0.15 * Math.sin(3 * x) * Math.cos(4 * y)], 3 * at);
      const slope = [-0.45 * Math.cos(3 * x) * Math.cos(4 * y), 0.6 * Math.sin(3 * x) * Math.sin(4 * y), 1];
      const length = Math.hypot(...slope);
      normals.set(
        slope.map((value) => value / length),
        3 * at,
      );
      texCoords.set([u * 2, v * 2], 2 * at);
      if (i === cells || j === cells) continue;
      indices.set([at, at + cells + 1, at + cells + 2, at, at + cells + 2, at + 1], index);
      index += 6;
    }
  }
  const material = { name: "relief", baseColor: [1, 1, 1, 1], texture: 0, texCoordTransform: null } as const;
  const settings = { alphaMode: "opaque", alphaCutoff: 0.5, doubleSided: false, unlit: false } as const;
  return {
    type: "mesh",
    parts: [{ positions, normals, colors: null, texCoords, indices, material: 0 }],
    materials: [{ ...material, ...settings }],
    textures: [noiseTexture(2048)],
    skipped: {},
  };
}

/**
 * A ball of 15,842 triangles with five maps of 2048², as the DamagedHelmet of the glTF samples has them (15,452 triangles): base
 * color, metallic-roughness, normals, occlusion and emission.
 */
export function mappedBall(): MeshAsset {
  const rings = 90;
  const [positions, texCoords, indices]: number[][] = [[], [], []];
  for (let i = 0; i <= rings; i++) {
    for (let j = 0; j <= rings; j++) {
      const [down, around] = [(Math.PI * i) / rings, (2 * Math.PI * j) / rings];
      positions.push(Math.sin(down) * Math.sin(around), Math.cos(down), Math.sin(down) * Math.cos(around));
      texCoords.push(j / rings, i / rings);
      if (i === rings || j === rings) continue;
      const a = i * (rings + 1) + j;
      if (i > 0) indices.push(a, a + rings + 2, a + 1);
      if (i < rings - 1) indices.push(a, a + rings + 1, a + rings + 2);
    }
  }
  const map = (texture: number): { texture: number; usesSecondSet: false; transform: null } => {
    return { texture, usesSecondSet: false, transform: null };
  };
  const physical = {
    metallic: 1,
    roughness: 1,
    normalScale: 1,
    occlusionStrength: 1,
    emissive: [1, 1, 1],
    maps: { metallicRoughness: map(1), normal: map(2), occlusion: map(3), emissive: map(4) },
  } as const;
  const material = { name: "ball", baseColor: [1, 1, 1, 1], texture: 0, texCoordTransform: null, physical } as const;
  const settings = { alphaMode: "opaque", alphaCutoff: 0.5, doubleSided: false, unlit: false } as const;
  const floats = Float32Array.from(positions, (value) => 2 * value);
  const normals = Float32Array.from(positions);
  const part = { positions: floats, normals, colors: null, texCoords: Float32Array.from(texCoords) };
  return {
    type: "mesh",
    parts: [{ ...part, indices: Uint32Array.from(indices), material: 0 }],
    materials: [{ ...material, ...settings }],
    textures: Array.from({ length: 5 }, (_, i) => noiseTexture(2048, 7 + i)),
    skipped: {},
  };
}

/** Squares, one behind the other, that each fill the image: opaque, or of half opacity. */
export function layers(count: number, alphaMode: "opaque" | "blend"): MeshAsset {
  const [positions, indices]: number[][] = [[], []];
  for (let i = 0; i < count; i++) {
    const z = -i * 0.05;
    positions.push(-20, -20, z, 20, -20, z, 20, 20, z, -20, 20, z);
    indices.push(...[0, 1, 2, 0, 2, 3].map((corner) => 4 * i + corner));
  }
  const material = { name: "layer", baseColor: [0.8, 0.4, 0.2, 0.5], texture: null, texCoordTransform: null } as const;
  const part = { positions: Float32Array.from(positions), indices: Uint32Array.from(indices), material: 0 };
  return {
    type: "mesh",
    parts: [{ ...part, normals: null, colors: null, texCoords: null }],
    materials: [{ ...material, alphaMode, alphaCutoff: 0.5, doubleSided: true, unlit: true }],
    textures: [],
    skipped: {},
  };
}

function noiseTexture(size: number, seed = 7): MeshAsset["textures"][number] {
  const next = random(seed);
  const data = new Uint8Array(4 * size * size);
  for (let i = 0; i < size * size; i++) {
    const isEven = (((i % size) >> 6) + (Math.floor(i / size) >> 6)) % 2 === 0;
    const noise = next() * 40;
    data.set([(isEven ? 200 : 60) + noise, (isEven ? 120 : 90) + noise, (isEven ? 60 : 170) + noise, 255], 4 * i);
  }
  const wrap = { wrapS: "repeat", wrapT: "repeat" } as const;
  return { width: size, height: size, data, ...wrap, magFilter: "linear", minFilter: "mipmap" };
}

const FROM_BEFORE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 4.5, 1];

/** One prim that draws the mesh id `it`, and a camera, 54° wide, that by default looks at it along −z from 4.5 units away. */
export function rasterScene(
  type: "Mesh" | "ParticleField3DGaussianSplat",
  camera: readonly number[] = FROM_BEFORE,
): string {
  const rows = [0, 4, 8, 12].map((i) => `(${camera.slice(i, i + 4).join(", ")})`);
  return `#usda 1.0

def Xform "World"
{
    def ${type} "It" (
        payload = @asset:/mesh/it@
    )
    {
    }

    def Camera "Main"
    {
        float focalLength = 35
        float horizontalAperture = 36
        float verticalAperture = 20.25
        float2 clippingRange = (0.1, 100)
        matrix4d xformOp:transform = (${rows.join(", ")})
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }
}
`;
}
