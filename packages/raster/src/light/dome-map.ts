/** Environments of images in latitudes and longitudes. */
import { sinCos } from "@usdkit/base/math";
import { inPieces } from "../prepare/in-pieces.ts";
import type { Pause } from "../prepare/placed-item.ts";
import { sharedFloats } from "../prepare/shared-arrays.ts";
import { LEVELS, levelRoughness, type EnvironmentMap } from "./environment-map.ts";
import { squareToDirection } from "./octahedron.ts";
import { LatLongImage } from "./lat-long-image.ts";

/** An image around a scene. */
export interface Dome {
  /** Linear RGB, the upper row first. Null: white. */
  readonly image: { readonly width: number; readonly height: number; readonly data: Float32Array } | null;
  /** Linear RGB that the image is multiplied with. */
  readonly color: readonly number[];
  /** From directions of the world to those of the image: three rows of three numbers. */
  readonly toImage: readonly number[];
}

/** Sides of the maps, for roughness from 0 to 1. */
const SIZES = [257, 129, 65, 33, 17, 17];
/** Directions that a texel of a rough level is the mean of. */
const SAMPLES = 64;
/** Height of the image that the irradiance is summed over. */
const IRRADIANCE_HEIGHT = 16;

/** Returns the sum of domes, prefiltered. */
export async function domeMap(domes: readonly Dome[], pause: Pause): Promise<EnvironmentMap> {
  let offset = 0;
  const levels = SIZES.map((size) => {
    const start = offset;
    offset += size * size;
    return { size, offset: start };
  });
  const radiances = sharedFloats(3 * offset);
  for (const { image, color, toImage } of domes) {
    const source = image === null ? null : new LatLongImage(image);
    const out = new Float64Array(3);
    for (const [level, { size, offset: start }] of levels.entries()) {
      const lobe = source === null || level === 0 ? null : lobeOf(level, source);
      await inPieces(
        size * size,
        pause,
        (from, to) => {
          for (let i = from; i < to; i++) {
            const at = squareToDirection(
              (2 * (i % size)) / (size - 1) - 1,
              (2 * Math.floor(i / size)) / (size - 1) - 1,
            );
            const direction = turned(at, toImage);
            if (source === null) out.fill(1);
            else if (lobe === null) source.sample(direction, 0, out);
            else if (level === LEVELS - 1) source.irradiance(direction, IRRADIANCE_HEIGHT, out);
            else filtered(source, direction, lobe, out);
            for (let k = 0; k < 3; k++) radiances[3 * (start + i) + k] += out[k] * color[k];
          }
        },
        256,
      );
    }
  }
  return { levels, radiances, isZUp: false };
}

type Direction = readonly [x: number, y: number, z: number];

function turned([x, y, z]: Direction, m: readonly number[]): Direction {
  return [x * m[0] + y * m[3] + z * m[6], x * m[1] + y * m[4] + z * m[7], x * m[2] + y * m[5] + z * m[8]];
}

/** Directions around z that a rough surface mirrors, their weights, and the levels of the image that have their width. */
interface Lobe {
  readonly directions: readonly Direction[];
  readonly levels: readonly number[];
}

function lobeOf(level: number, source: LatLongImage): Lobe {
  const roughness = levelRoughness(level);
  const alpha = roughness * roughness;
  const a2 = alpha * alpha;
  const directions: Direction[] = [];
  const levels: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    // Visible normals of GGX with the view along the normal, mirrored.
    const u = (i + 0.5) / SAMPLES;
    const scale = 1 / (1 - u + a2 * u);
    const z = (1 - u - a2 * u) * scale;
    if (!(z > 0)) continue;
    const r = 2 * alpha * Math.sqrt(u * (1 - u)) * scale;
    const [sine, cosine] = sinCos(2.399963229728653 * i);
    directions.push([r * cosine, r * sine, z]);
    // The solid angle that the sample is for: of the lobe, 4 / (samples · D(h)).
    const density = (a2 * scale * scale) / Math.PI;
    levels.push(source.levelOf(4 / (SAMPLES * density)));
  }
  return { directions, levels };
}

const one = /* @__PURE__ */ new Float64Array(3);

function filtered(source: LatLongImage, n: Direction, { directions, levels }: Lobe, out: Float64Array): void {
  const [t, b] = basis(n);
  out.fill(0);
  let sum = 0;
  for (const [i, [x, y, z]] of directions.entries()) {
    const direction: Direction = [
      x * t[0] + y * b[0] + z * n[0],
      x * t[1] + y * b[1] + z * n[1],
      x * t[2] + y * b[2] + z * n[2],
    ];
    source.sample(direction, levels[i], one);
    for (let k = 0; k < 3; k++) out[k] += z * one[k];
    sum += z;
  }
  for (let k = 0; k < 3; k++) out[k] /= sum;
}

function basis([x, y, z]: Direction): [Direction, Direction] {
  const [ux, uy, uz] = Math.abs(y) < 0.9 ? [0, 1, 0] : [1, 0, 0];
  const [tx, ty, tz] = [uy * z - uz * y, uz * x - ux * z, ux * y - uy * x];
  const length = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const t: Direction = [tx / length, ty / length, tz / length];
  return [t, [y * t[2] - z * t[1], z * t[0] - x * t[2], x * t[1] - y * t[0]]];
}
