/** Gaussian splats in a glTF: primitives of points with KHR_gaussian_splatting. */
import type { GroupMember, SplatAsset } from "../model/asset.ts";
import type { LoadContext } from "../options/load-options.ts";
import type { SkipCounter } from "../model/skip-counter.ts";
import { addSplat, finishSplats, harmonicFloats, makeSplatArrays, splatNumbers } from "../model/splat-arrays.ts";
import { elementCount, floatsOf } from "./accessor-floats.ts";
import type { DrawnPrimitive, PartsPlan } from "./plan-parts.ts";
import { oneMatrix } from "./transform-vertices.ts";
import { valuesOfVertices, type Accessors } from "./vertex-values.ts";

const PREFIX = "KHR_gaussian_splatting:";

/** Returns the splats of each node. Numbers are as in the file: linear scales, opacities 0 to 1, quaternions x, y, z, w. */
export function readSplatMembers(
  { splats }: PartsPlan,
  accessors: Accessors,
  context: LoadContext,
  skips: SkipCounter,
): GroupMember[] {
  return splats.flatMap((drawn) => {
    const asset = readSplats(drawn, accessors, context, skips);
    return drawn.nodes.map(({ matrix }) => ({ asset, matrix: Array.from(oneMatrix(matrix).numbers) }));
  });
}

/** Returns the splats of a primitive; those that cannot be drawn are left out and counted. */
export function readSplats(
  { primitive: { attributes, extensions }, where }: Pick<DrawnPrimitive, "primitive" | "where">,
  accessors: Accessors,
  { budget }: LoadContext,
  skips: SkipCounter,
): SplatAsset {
  const position = accessors[attributes["POSITION"]];
  const count = position === null ? 0 : elementCount(position);
  const values = valuesOfVertices(accessors, count, null);
  const floats = (name: string, size: number): Float32Array | null => {
    const found = values(attributes[name], [size]);
    return found === null ? null : floatsOf(found);
  };
  const positions = floats("POSITION", 3) ?? new Float32Array(0);
  const rotations = floats(`${PREFIX}ROTATION`, 4);
  const scales = floats(`${PREFIX}SCALE`, 3);
  const opacities = floats(`${PREFIX}OPACITY`, 1);
  const coefficients = readCoefficients(floats);
  const degree = (Math.sqrt(coefficients.length) - 1) as 0 | 1 | 2 | 3;
  const isLinear = extensions?.KHR_gaussian_splatting?.colorSpace === "lin_rec709_display";
  const arrays = makeSplatArrays(count, degree, budget, where);
  const width = harmonicFloats(degree);
  const splat = splatNumbers();
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      splat.position[k] = positions[3 * i + k];
      splat.scale[k] = scales?.[3 * i + k] ?? 1;
      splat.color[k] = coefficients[0]?.[3 * i + k] ?? 0;
      splat.rotation[1 + k] = rotations?.[4 * i + k] ?? 0;
    }
    splat.rotation[0] = rotations?.[4 * i + 3] ?? 1;
    splat.opacity = opacities?.[i] ?? 1;
    for (let k = 1, to = width * arrays.count + 3; k < coefficients.length; k++) {
      for (let c = 0; c < 3; c++) arrays.harmonics[to++] = coefficients[k]?.[3 * i + c] ?? 0;
    }
    addSplat(arrays, splat, skips);
  }
  return { ...finishSplats(arrays, degree, skips), ...(isLinear ? { isLinear } : {}), skipped: {} };
}

/** Harmonics by coefficient; only whole degrees, at least degree 0, which is gray if the file has none. */
function readCoefficients(floats: (name: string, size: number) => Float32Array | null): (Float32Array | null)[] {
  const all: (Float32Array | null)[] = [floats(`${PREFIX}SH_DEGREE_0_COEF_0`, 3)];
  for (let degree = 1; degree <= 3; degree++) {
    const own = Array.from({ length: 2 * degree + 1 }, (_, k) => floats(`${PREFIX}SH_DEGREE_${degree}_COEF_${k}`, 3));
    if (own.includes(null)) break;
    all.push(...own);
  }
  return all;
}
