/** Gaussian splats in a glTF: primitives of points with KHR_gaussian_splatting. */
import type { GroupMember, SplatAsset } from "../asset.ts";
import type { LoadContext } from "../load-options.ts";
import type { SkipCounter } from "../skip-counter.ts";
import { finishSplats, harmonicFloats, makeSplatArrays, splatFault } from "../splat-arrays.ts";
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

function readSplats(
  { primitive: { attributes, extensions }, where }: DrawnPrimitive,
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
  let m = 0;
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
    const quaternion = [3, 0, 1, 2].map((k) => rotations?.[4 * i + k] ?? (k === 3 ? 1 : 0));
    const scale = [0, 1, 2].map((k) => scales?.[3 * i + k] ?? 1);
    const opacity = opacities?.[i] ?? 1;
    let sum = x + y + z + opacity;
    let norm2 = 0;
    for (const value of quaternion) {
      sum += value;
      norm2 += value * value;
    }
    for (const [k, coefficient] of coefficients.entries()) {
      for (let c = 0; c < 3; c++) {
        const value = coefficient?.[3 * i + c] ?? 0;
        arrays.harmonics[width * m + 3 * k + c] = value;
        sum += value;
      }
    }
    const fault = splatFault(sum, scale[0], scale[1], scale[2], norm2);
    if (fault !== null) {
      skips.add(fault);
      continue;
    }
    const unit = 1 / Math.sqrt(norm2);
    arrays.positions.set([x, y, z], 3 * m);
    arrays.scales.set(scale, 3 * m);
    arrays.orientations.set(
      quaternion.map((value) => value * unit),
      4 * m,
    );
    arrays.opacities[m] = Math.min(1, Math.max(0, opacity));
    m++;
  }
  arrays.count = m;
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
