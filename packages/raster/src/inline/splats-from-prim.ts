import { attributeOf, attributeValue } from "@usdkit/service-scene";
import type { PrimSpec } from "@usdkit/layer";
import { AssetError, type LoadOptions, type SplatAsset } from "@usdkit/assets";
import { checkCount, makeContext, makeSplatArrays } from "@usdkit/assets/reading";
import { splatsFromNumbers } from "./splats-from-numbers.ts";
import { particleNumbers, type ParticleAttribute } from "./prim-arrays.ts";

const POSITIONS: ParticleAttribute = { name: "positions", type: "point3f[]", halfType: "point3h[]", width: 3 };
const ORIENTATIONS: ParticleAttribute = { name: "orientations", type: "quatf[]", halfType: "quath[]", width: 4 };
const SCALES: ParticleAttribute = { name: "scales", type: "float3[]", halfType: "half3[]", width: 3 };
const OPACITIES: ParticleAttribute = { name: "opacities", type: "float[]", halfType: "half[]", width: 1 };
const COEFFICIENTS = "radiance:sphericalHarmonicsCoefficients";
const DEGREE = "radiance:sphericalHarmonicsDegree";
/** The schema's fallback. */
const DEGREE_FALLBACK = 3;
/** Larger coefficient counts are not reported in detail. */
const MAX_DEGREE = 32;

/** Attributes of a prim that its splats are made of. */
export const splatAttributes: readonly string[] = [
  ...[POSITIONS, ORIENTATIONS, SCALES, OPACITIES].flatMap(({ name }) => [name, `${name}h`]),
  COEFFICIENTS,
  `${COEFFICIENTS}h`,
  DEGREE,
];

/** Returns whether a prim has inline splats: it authors positions, in either precision, at the default time or as time samples. */
export function holdsSplats(prim: PrimSpec): boolean {
  if (prim.typeName !== "ParticleField3DGaussianSplat") return false;
  return [POSITIONS.name, `${POSITIONS.name}h`].some((name) => {
    const attribute = attributeOf(prim, name);
    return attribute?.defaultValue?.kind === "typed" || (attribute?.timeSamples?.times.length ?? 0) > 0;
  });
}

/**
 * Returns the splats authored on a ParticleField3DGaussianSplat, in float or half attributes; if both are authored, the floats
 * are used. Attributes without an opinion have the schema's fallback: no rotation, scale 1, opacity 1, and gray (degree 0)
 * without coefficients. Opacities are clamped to 0 to 1. Without positions there are no splats.
 *
 * @throws AssetError if an attribute has another type, or not as many elements as there are positions (times
 * (degree + 1)² for the coefficients). The schema would cut or ignore such an array; here that would hide a mistake.
 * @example
 * const splats = splatsFromPrim(findSpec(layer, "/World/Splats"));
 */
export function splatsFromPrim(prim: PrimSpec, options: LoadOptions = {}): SplatAsset {
  const { limits, budget } = makeContext(options);
  const given = particleNumbers(prim, POSITIONS);
  const numbers = given?.numbers ?? new Float32Array(0);
  const where = given?.path ?? `${prim.path}.positions`;
  const count = numbers.length / 3;
  checkCount(count, limits, "splats", { where });
  const owner = { prim, count, positionsPath: where };
  const orientations = ofLength(owner, ORIENTATIONS);
  const scales = ofLength(owner, SCALES);
  const opacities = ofLength(owner, OPACITIES);
  const { degree, stored, coefficients } = readHarmonics(owner);

  const values = { count, positions: numbers, orientations, scales, opacities, degree, stored, coefficients };
  return splatsFromNumbers(values, makeSplatArrays(count, degree, budget, where));
}

/** A prim with splats, and the number of its positions. */
interface SplatOwner {
  readonly prim: PrimSpec;
  readonly count: number;
  readonly positionsPath: string;
}

interface Harmonics {
  readonly degree: 0 | 1 | 2 | 3;
  /** Floats per splat in `coefficients`. */
  readonly stored: number;
  readonly coefficients: Float32Array | undefined;
}

function readHarmonics(owner: SplatOwner): Harmonics {
  const { prim } = owner;
  const authored = attributeOf(prim, DEGREE)?.defaultValue;
  const value = attributeValue(prim, DEGREE, "int");
  const where = `${prim.path}.${DEGREE}`;
  if (authored !== undefined && authored.kind !== "block" && value === undefined) {
    throw new AssetError("malformed", "the attribute must be a uniform int.", { where });
  }
  const degree = typeof value === "number" ? value : DEGREE_FALLBACK;
  if (degree < 0 || degree > MAX_DEGREE) {
    throw new AssetError("malformed", `harmonics of degree ${degree} are not supported; expected 0 to 3.`, { where });
  }
  const elements = (degree + 1) * (degree + 1);
  const attribute = { name: COEFFICIENTS, type: "float3[]", halfType: "half3[]", width: 3 * elements };
  const coefficients = ofLength(owner, attribute, `, ${elements} for each at degree ${degree}`);
  // Without coefficients the mean color is gray: 0.5, which is a coefficient of 0.
  if (coefficients === undefined) return { degree: 0, stored: 3, coefficients };
  return { degree: Math.min(degree, 3) as 0 | 1 | 2 | 3, stored: 3 * elements, coefficients };
}

/** Returns the numbers of an attribute with so many elements; undefined if it has no value. */
function ofLength(
  { prim, count, positionsPath }: SplatOwner,
  attribute: ParticleAttribute,
  detail = "",
): Float32Array | undefined {
  const given = particleNumbers(prim, attribute);
  if (given === undefined) return undefined;
  const { path, numbers } = given;
  const expected = count * attribute.width;
  if (numbers.length === expected) return numbers;
  const tuple = attribute.name === COEFFICIENTS ? 3 : attribute.width;
  const message = `the attribute has ${numbers.length / tuple} elements; ${expected / tuple} were expected, as ${positionsPath} has ${count}${detail}.`;
  throw new AssetError("malformed", message, { where: path });
}
