/** The properties of a splat in a PLY file of training code (Kerbl et al. 2023, "3D Gaussian Splatting"). */
import { AssetError } from "../errors/asset-error.ts";
import type { PlyElement } from "./ply-header.ts";

/** The properties of a splat in the order of the kernel's columns. */
export interface SplatColumns {
  /** x y z, scale_0–2, rot_0–3, opacity, f_dc_0–2, then the rest coefficient by coefficient, RGB for each. */
  readonly names: readonly string[];
  readonly degree: 0 | 1 | 2 | 3;
  /** Whether the file has a fourth degree, which is left out. */
  readonly hasMore: boolean;
}

/** Columns before the harmonics of degree 1 and more. */
export const FIXED_COLUMNS = 14;

const fixed: readonly string[] =
  "x y z scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3 opacity f_dc_0 f_dc_1 f_dc_2".split(" ");

/** Coefficients per channel, without the first: (degree + 1)² − 1. */
const restOfDegree = [0, 3, 8, 15, 24];

/**
 * Returns the columns if the element's rows are splats; null if they are not.
 *
 * @throws AssetError if only some of a splat's properties exist
 */
export function splatColumns(element: PlyElement): SplatColumns | null {
  const names = new Set(element.properties.filter(({ countType }) => countType === null).map(({ name }) => name));
  const isSplat = ["scale_0", "rot_0", "f_dc_0"].some((name) => names.has(name));
  if (!isSplat) return null;
  const missing = fixed.filter((name) => !names.has(name));
  if (missing.length > 0) {
    throw malformed(element, `splats need the properties ${missing.join(", ")} too.`);
  }
  const restCount = Array.from(names).filter((name) => name.startsWith("f_rest_")).length;
  const degree = restOfDegree.indexOf(restCount / 3);
  if (degree < 0) {
    const counts = restOfDegree.map((count) => count * 3).join(", ");
    throw malformed(
      element,
      `${restCount} properties f_rest_* found; expected ${counts}, one for each degree of harmonics.`,
    );
  }
  const channel = restOfDegree[degree];
  const used = Math.min(degree, 3) as 0 | 1 | 2 | 3;
  const rest: string[] = [];
  // The file contains all red coefficients first, then green, then blue.
  for (let k = 0; k < restOfDegree[used]; k++) for (let c = 0; c < 3; c++) rest.push(`f_rest_${c * channel + k}`);
  const lost = rest.filter((name) => !names.has(name));
  if (lost.length > 0)
    throw malformed(element, `the property ${lost[0]} is missing among the ${restCount} of f_rest_*.`);
  return { names: [...fixed, ...rest], degree: used, hasMore: degree > 3 };
}

function malformed({ name, offset }: PlyElement, message: string): AssetError {
  return new AssetError("malformed", message, { where: `element ${name}`, offset });
}
