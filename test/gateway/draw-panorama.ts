// Fisheye frames of a panoramic camera that walks around a textured room, as the two lenses of an .insv video have them.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodePng, prepareScene, RenderPool, type MeshAsset } from "@usdkit/raster";
import { Scene } from "@usdkit/scene";
import { texturedRelief } from "../bench/generate/raster-scenes.ts";

type Vector = readonly [number, number, number];

/** Pixels across a fisheye frame, and across the views that it is composed of. */
const SIDE = 640;
const FACE = 448;
/** Degrees across the circle of a lens. */
const FISHEYE_DEGREES = 200;
/** How the rear lens is turned about its axis, in radians: sensors are mounted in any direction. */
const REAR_TURN = Math.PI / 2;
/** The room is twice as wide and as deep. The relief is 4.8 wide and 2.7 high. */
const WALL = 2.4;
const HEIGHT = 1.35;

/** The views around the camera, in its own space: forward and up. */
const FACES: readonly { readonly forward: Vector; readonly up: Vector }[] = [
  { forward: [0, 0, -1], up: [0, 1, 0] },
  { forward: [1, 0, 0], up: [0, 1, 0] },
  { forward: [0, 0, 1], up: [0, 1, 0] },
  { forward: [-1, 0, 0], up: [0, 1, 0] },
  { forward: [0, 1, 0], up: [0, 0, 1] },
  { forward: [0, -1, 0], up: [0, 0, -1] },
];

/** A moment of the walk. */
export interface Moment {
  readonly eye: Vector;
  /** Turn about the vertical, counterclockwise from above, in radians. */
  readonly yaw: number;
}

/** Returns where the camera is at a share of the walk, 0 to 1: three quarters of a circle around the middle of the room. */
export function momentAt(share: number): Moment {
  const angle = 1.5 * Math.PI * share;
  return {
    eye: [1.1 * Math.cos(angle), 0.3 * Math.sin(3 * angle), 1.1 * Math.sin(angle)],
    yaw: 0.6 * Math.sin(2 * angle),
  };
}

/** Draws `count` frames of each lens to a folder. Returns their paths: those of the front lens, and those of the rear lens. */
export async function drawPanorama(folder: string, count: number): Promise<[string[], string[]]> {
  await using pool = new RenderPool();
  await using prepared = await prepareScene(room().toBytes(), {
    front: wall(1, 1),
    right: wall(2, 1),
    back: wall(3, 1),
    left: wall(4, 1),
    floor: wall(5, WALL / HEIGHT),
    ceiling: wall(6, WALL / HEIGHT),
  });
  const sources = [fisheyeSources(-1, 0), fisheyeSources(1, REAR_TURN)] as const;
  const lenses: [string[], string[]] = [[], []];
  for (let i = 0; i < count; i++) {
    const moment = momentAt(i / (count - 1));
    const faces: Uint8Array[] = [];
    for (const { forward, up } of FACES) {
      const worldMatrix = poseOf(moment, forward, up);
      const camera = { worldMatrix, focalLength: 18, horizontalAperture: 36, verticalAperture: 36 };
      const { data } = await prepared.render({
        width: FACE,
        height: FACE,
        camera: { ...camera, clippingRange: [0.01, 100] },
        background: [0, 0, 0, 1],
        pool,
      });
      faces.push(data);
    }
    for (const [lens, paths] of lenses.entries()) {
      const path = join(folder, `lens-${lens}-${String(i).padStart(3, "0")}.png`);
      const data = compose(faces, sources[lens] ?? sources[0]);
      writeFileSync(path, await encodePng({ width: SIDE, height: SIDE, data }));
      paths.push(path);
    }
  }
  return lenses;
}

function room(): Scene {
  const scene = new Scene({ defaultPrim: "World" });
  const world = scene.xform("World");
  world.mesh("Front", { asset: "asset:/mesh/front" }).translate([0, 0, -WALL]);
  world.mesh("Right", { asset: "asset:/mesh/right" }).translate([WALL, 0, 0]).rotateY(-90);
  world.mesh("Back", { asset: "asset:/mesh/back" }).translate([0, 0, WALL]).rotateY(180);
  world.mesh("Left", { asset: "asset:/mesh/left" }).translate([-WALL, 0, 0]).rotateY(90);
  world.mesh("Floor", { asset: "asset:/mesh/floor" }).translate([0, -HEIGHT, 0]).rotateX(-90);
  world.mesh("Ceiling", { asset: "asset:/mesh/ceiling" }).translate([0, HEIGHT, 0]).rotateX(90);
  world.camera("Main");
  return scene;
}

/** Camera-to-world matrix, row vectors. */
function poseOf({ eye, yaw }: Moment, forward: Vector, up: Vector): number[] {
  const right = cross(forward, up);
  const turned = ([x, y, z]: Vector): Vector => [
    x * Math.cos(yaw) + z * Math.sin(yaw),
    y,
    z * Math.cos(yaw) - x * Math.sin(yaw),
  ];
  const back: Vector = [-forward[0], -forward[1], -forward[2]];
  return [...turned(right), 0, ...turned(up), 0, ...turned(back), 0, ...eye, 1];
}

/** A relief with a different pattern at each point, at several scales, so that features are unique. */
function wall(seed: number, stretch: number): MeshAsset {
  const relief = texturedRelief(5_000);
  const parts = relief.parts.map((part) => ({
    ...part,
    positions: part.positions.map((value, i) => (i % 3 === 1 ? value * stretch : value)),
    texCoords: part.texCoords?.map((value) => value / 2) ?? null,
  }));
  // Unlit: a point has the same color from everywhere.
  const materials = relief.materials.map((material) => ({ ...material, unlit: true, doubleSided: true }));
  const textures = relief.textures.map((texture) => ({ ...texture, data: patches(seed, texture.width) }));
  return { ...relief, parts, materials, textures };
}

/** Random tones in squares of 48 and 160 pixels, added up. */
function patches(seed: number, size: number): Uint8Array {
  const data = new Uint8Array(4 * size * size);
  const tone = (x: number, y: number, square: number, k: number): number => {
    const cell = Math.floor(y / square) * size + Math.floor(x / square);
    let hash = Math.imul(cell ^ Math.imul(seed * 31 + square * 7 + k, 0x9e37_79b1), 0x85eb_ca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2_ae35);
    return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
  };
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const shared = 100 * tone(x, y, 160, 0) + 100 * tone(x, y, 48, 0);
      for (let k = 0; k < 3; k++) data[4 * (y * size + x) + k] = shared + 55 * tone(x, y, 48, k + 1);
      data[4 * (y * size + x) + 3] = 255;
    }
  }
  return data;
}

const NO_FACE = 255;

/** For each pixel of a fisheye frame: a face, and the pixel of it in its direction, with fractions. */
interface Sources {
  readonly face: Uint8Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/**
 * Returns the sources of an equidistant fisheye; pixels outside of its circle have none.
 *
 * @param z The direction of the lens along z.
 * @param turn Counterclockwise about that direction, in radians, as seen from behind the lens.
 */
function fisheyeSources(z: -1 | 1, turn: number): Sources {
  const sources = {
    face: new Uint8Array(SIDE * SIDE),
    x: new Float32Array(SIDE * SIDE),
    y: new Float32Array(SIDE * SIDE),
  };
  for (let at = 0; at < SIDE * SIDE; at++) {
    const [u, v] = [((at % SIDE) + 0.5) / (SIDE / 2) - 1, (Math.floor(at / SIDE) + 0.5) / (SIDE / 2) - 1];
    const [dx, dy] = [u * Math.cos(turn) - v * Math.sin(turn), u * Math.sin(turn) + v * Math.cos(turn)];
    const radius = Math.hypot(dx, dy);
    if (radius > 1) {
      sources.face[at] = NO_FACE;
      continue;
    }
    const theta = radius * (FISHEYE_DEGREES / 360) * Math.PI;
    const scale = Math.sin(theta) / Math.max(radius, 1e-9);
    const direction: Vector = [-z * scale * dx, -scale * dy, z * Math.cos(theta)];
    const depths = FACES.map(({ forward }) => dot(direction, forward));
    const depth = Math.max(...depths);
    const face = depths.indexOf(depth);
    const { forward, up } = FACES[face] ?? { forward: direction, up: direction };
    sources.face[at] = face;
    sources.x[at] = ((dot(direction, cross(forward, up)) / depth + 1) / 2) * FACE - 0.5;
    sources.y[at] = ((1 - dot(direction, up) / depth) / 2) * FACE - 0.5;
  }
  return sources;
}

/** Interpolates the pixels of a frame linearly. */
function compose(faces: readonly Uint8Array[], sources: Sources): Uint8Array {
  const data = new Uint8Array(4 * SIDE * SIDE);
  const clamped = (value: number): number => Math.min(FACE - 2, Math.max(0, Math.floor(value)));
  for (let at = 0; at < SIDE * SIDE; at++) {
    data[4 * at + 3] = 255;
    const face = faces[sources.face[at] ?? NO_FACE];
    if (face === undefined) continue;
    const [x, y] = [sources.x[at] ?? 0, sources.y[at] ?? 0];
    const [left, top] = [clamped(x), clamped(y)];
    const [fx, fy] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
    const first = 4 * (top * FACE + left);
    for (let k = first; k < first + 3; k++) {
      const above = (face[k] ?? 0) * (1 - fx) + (face[k + 4] ?? 0) * fx;
      const below = (face[k + 4 * FACE] ?? 0) * (1 - fx) + (face[k + 4 * FACE + 4] ?? 0) * fx;
      data[4 * at + k - first] = above * (1 - fy) + below * fy;
    }
  }
  return data;
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
