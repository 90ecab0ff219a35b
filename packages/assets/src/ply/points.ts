/** Ordinary point clouds: positions and optional colors. */
import { AssetError } from "../errors/asset-error.ts";
import { checkCount } from "../limits/byte-budget.ts";
import type { PointAsset } from "../model/asset.ts";
import type { LoadContext } from "../options/load-options.ts";
import { SkipCounter } from "../model/skip-counter.ts";
import type { PlyElement, PlyHeader, PlyType } from "./ply-header.ts";
import { readRows } from "./rows.ts";

/** Names of the three color properties. */
const colorNames: readonly (readonly [string, string, string])[] = [
  ["red", "green", "blue"],
  ["diffuse_red", "diffuse_green", "diffuse_blue"],
  ["r", "g", "b"],
];

/** Factors that map each type to 0 to 255. Floats are from 0 to 1. */
const colorScale: Readonly<Record<PlyType, number>> = {
  int8: 255 / 127,
  uint8: 1,
  int16: 255 / 32767,
  uint16: 255 / 65535,
  int32: 255 / 2147483647,
  uint32: 255 / 4294967295,
  float32: 255,
  float64: 255,
};

const WHITE = 255;

/** Returns the points of an element. Points with non-finite positions are left out; without colors they are white. */
export function readPoints(
  bytes: Uint8Array,
  header: PlyHeader,
  element: PlyElement,
  { limits, budget }: LoadContext,
): PointAsset {
  const types = new Map(
    element.properties.map(({ name, type, countType }) => [name, countType === null ? type : null]),
  );
  const missing = ["x", "y", "z"].filter((name) => (types.get(name) ?? null) === null);
  const where = `element ${element.name}`;
  if (missing.length > 0) {
    const message = `points need the properties ${missing.join(", ")} too.`;
    throw new AssetError("malformed", message, { where, offset: element.offset });
  }
  checkCount(element.count, limits, "points", { where: where, offset: element.offset });
  budget.take(15 * element.count, where);
  const colors = colorNames.find((names) => names.every((name) => (types.get(name) ?? null) !== null));
  const factors = (colors ?? []).map((name) => colorScale[types.get(name) ?? "uint8"]);
  const positions = new Float32Array(3 * element.count);
  const rgb = new Uint8Array(3 * element.count).fill(WHITE);
  const skips = new SkipCounter();
  let m = 0;

  readRows(
    { bytes, header },
    element,
    ["x", "y", "z", ...(colors ?? [])],
    ({ floats, start, stride, columns, rows }) => {
      const [x, y, z] = columns;
      for (let row = 0, base = start; row < rows; row++, base += stride) {
        const sum = floats[base + x] + floats[base + y] + floats[base + z];
        if (!(sum - sum === 0)) {
          skips.add("nonFinite");
          continue;
        }
        positions[3 * m] = floats[base + x];
        positions[3 * m + 1] = floats[base + y];
        positions[3 * m + 2] = floats[base + z];
        for (let c = 0; c < factors.length; c++) {
          // A byte array would wrap values out of range.
          rgb[3 * m + c] = Math.min(255, Math.max(0, floats[base + columns[3 + c]] * factors[c] + 0.5));
        }
        m++;
      }
    },
  );
  return {
    type: "points",
    count: m,
    positions: m === element.count ? positions : positions.slice(0, 3 * m),
    colors: m === element.count ? rgb : rgb.slice(0, 3 * m),
    skipped: skips.counts(),
  };
}
