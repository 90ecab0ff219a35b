/** The splats of a stage as one cloud. */
import { drawStage, type SplatGeometry } from "@usdkit/geometry";
import { identityMatrix, multiplyMatrices, rowMatrix, type RowMatrix } from "@usdkit/transforms";
import { stageMetrics, StageReader, type Stage, type StageTime } from "@usdkit/usd";
import type { SplatAsset } from "@usdkit/assets";
import {
  addSplat,
  finishSplats,
  harmonicFloats,
  makeContext,
  makeSplatArrays,
  SkipCounter,
  splatNumbers,
} from "@usdkit/assets/reading";
import { ConvertError } from "../errors/convert-error.ts";
import type { Losses } from "../errors/losses.ts";
import type { SplatCloud } from "../model/splats.ts";
import { readOrigin } from "./read-origin.ts";
import { joinSplats, type PlacedSplats } from "./join-splats.ts";

/** What of a stage is converted. */
export interface StageSplatsOptions {
  /** A time code; null, the default, for default values. */
  readonly time?: StageTime | undefined;
  readonly purposes?: readonly string[] | undefined;
}

const MAX_DEGREE = 3;

/**
 * Returns all visible splats of a stage in its world space, with Y up. Other prims are losses.
 *
 * @throws ConvertError if it has no splats
 */
export function stageSplats(
  stage: Stage,
  losses: Losses,
  { time = null, purposes }: StageSplatsOptions = {},
): SplatCloud {
  const { drawables, notDrawn, problems } = drawStage(stage, { time, purposes });
  for (const { path, property, message } of problems)
    losses.add(property === "" ? path : `${path}.${property}`, message);
  const reader = new StageReader(stage);
  const turn = upright(stage);
  const placed: PlacedSplats[] = [];
  for (const { path, source, type, geometry, matrices } of drawables) {
    if (geometry.type !== "splats") {
      losses.add(path, `Files of splats have no ${type}: it is left out`);
      continue;
    }
    const cloud = primSplats(reader, { path, source, geometry }, losses);
    for (const matrix of matrices) placed.push({ cloud, matrix: multiplyMatrices(matrix, turn), at: path });
  }
  for (const { path, type } of notDrawn) losses.add(path, `Files of splats have no ${type}: it is left out`);
  if (placed.length === 0)
    throw new ConvertError("", "The stage has no visible ParticleField3DGaussianSplat with positions");
  return joinSplats(placed, losses);
}

/** Returns the splats of a prim in its space. */
export function primSplats(
  reader: StageReader,
  { path, source, geometry }: { readonly path: string; readonly source: string; readonly geometry: SplatGeometry },
  losses: Losses,
): SplatCloud {
  const prim = reader.prim(source);
  const origin = prim === undefined ? null : readOrigin(reader, prim, geometry.count);
  return { splats: assetOf(geometry, path, losses), origin };
}

/** From the axes of the stage to those with Y up. */
function upright(stage: Stage): RowMatrix {
  const isZUp = stageMetrics(stage).upAxis === "Z";
  return isZUp ? rowMatrix([1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1]) : identityMatrix;
}

/** Returns splats with all attributes, valid ones alone. */
function assetOf(geometry: SplatGeometry, path: string, losses: Losses): SplatAsset {
  const { count, positions, orientations, scales, opacities, degree, coefficients } = geometry;
  const used = Math.min(degree, MAX_DEGREE) as 0 | 1 | 2 | 3;
  if (degree > MAX_DEGREE) losses.add(path, `Harmonics beyond degree ${MAX_DEGREE} are left out`);
  const { budget } = makeContext({ limits: { decodedBytes: Number.MAX_SAFE_INTEGER } });
  const arrays = makeSplatArrays(count, used, budget, path);
  const skips = new SkipCounter();
  const splat = splatNumbers();
  const [own, all] = [harmonicFloats(used), harmonicFloats(degree)];
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      splat.position[k] = positions[3 * i + k];
      splat.scale[k] = scales?.[3 * i + k] ?? 1;
      splat.color[k] = coefficients?.[all * i + k] ?? 0;
    }
    for (let k = 0; k < 4; k++) splat.rotation[k] = orientations?.[4 * i + k] ?? (k === 0 ? 1 : 0);
    splat.opacity = opacities?.[i] ?? 1;
    const to = own * arrays.count;
    for (let k = 3; k < own; k++) arrays.harmonics[to + k] = coefficients?.[all * i + k] ?? 0;
    addSplat(arrays, splat, skips);
  }
  for (const [reason, skipped] of Object.entries(skips.counts())) {
    losses.add(path, `${skipped} splats cannot be drawn and are left out (${reason})`);
  }
  const asset = finishSplats(arrays, used, skips);
  // Unit quaternions are not rounded once more.
  return isUnit(orientations, asset) ? { ...asset, orientations } : asset;
}

/** Tolerance of the length of a quaternion in single precision. */
const UNIT = 2e-7;

function isUnit(orientations: Float32Array | null, { count }: SplatAsset): orientations is Float32Array {
  if (orientations?.length !== 4 * count) return false;
  for (let i = 0; i < orientations.length; i += 4) {
    let norm2 = 0;
    for (let k = 0; k < 4; k++) norm2 += orientations[i + k] * orientations[i + k];
    if (Math.abs(norm2 - 1) > 2 * UNIT) return false;
  }
  return true;
}
