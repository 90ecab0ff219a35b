import { areFinite } from "@usdkit/base";
import type { SplatGeometry } from "../model/geometry.ts";
import type { PrimReader } from "../model/prim-reader.ts";

const COEFFICIENTS = "radiance:sphericalHarmonicsCoefficients";
const DEGREE = "radiance:sphericalHarmonicsDegree";
/** The largest degree that is read. */
const MAX_DEGREE = 32;

/** A ParticleField3DGaussianSplat: its attributes in single precision, or those in half precision (`positionsh`). */
export function gaussianSplats(prim: PrimReader): SplatGeometry | undefined {
  const positions = either(prim, "positions");
  const count = Math.floor((positions?.length ?? 0) / 3);
  if (positions === undefined || count === 0) return undefined;
  const fitting = (name: string, components: number): Float32Array | null => {
    const values = either(prim, name);
    if (values === undefined || values.length === 0) return null;
    if (values.length === components * count) return values;
    const message = `Expected ${components * count} numbers for ${count} positions, found ${values.length}`;
    prim.problem(name, `${message}: the splats are drawn without them`);
    return null;
  };
  const degree = prim.number(DEGREE) ?? 0;
  const isKnown = Number.isInteger(degree) && degree >= 0 && degree <= MAX_DEGREE;
  if (!isKnown) prim.problem(DEGREE, `Expected a degree from 0 to ${MAX_DEGREE}, found ${degree}: the splats are gray`);
  const coefficients = isKnown ? fitting(COEFFICIENTS, 3 * (degree + 1) ** 2) : null;
  const splats = {
    positions: positions.subarray(0, 3 * count),
    orientations: fitting("orientations", 4),
    scales: fitting("scales", 3),
    opacities: fitting("opacities", 1),
  };
  for (const [name, values] of Object.entries(splats)) {
    if (values === null || areFinite(values)) continue;
    const bad = values.filter((value) => !Number.isFinite(value)).length;
    prim.problem(name, `Expected finite numbers, found ${bad} that are not: their splats are not drawn`);
  }
  return {
    type: "splats",
    count,
    ...splats,
    degree: coefficients === null ? 0 : degree,
    coefficients,
  };
}

function either(prim: PrimReader, name: string): Float32Array | undefined {
  const values = prim.floats(name);
  return values === undefined || values.length === 0 ? prim.floats(`${name}h`) : values;
}
