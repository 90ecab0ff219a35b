/** Splats of PLY files, piece by piece, with all numbers of the file. */
import { exp, sigmoid } from "@usdkit/base/math";
import {
  addSplat,
  checkCount,
  finishSplats,
  makeSplatArrays,
  SkipCounter,
  splatNumbers,
  type LoadContext,
  type RowPiece,
  type SplatArrays,
  type SplatPly,
} from "@usdkit/assets/reading";
import type { Losses } from "../errors/losses.ts";
import type { PlyOrigin, SplatCloud } from "../model/splats.ts";
import { isOpacityExact, isScaleExact } from "./trained-values.ts";
import { ValueList } from "./value-list.ts";

/** How a PLY file is read. */
export interface ReadPlyOptions {
  readonly context: LoadContext;
  readonly losses: Losses;
  /** Whether the numbers of the file are kept where they cannot be computed from what a prim has. */
  readonly keepsOrigin: boolean;
}

/** Types whose numbers are floats without rounding. */
const EXACT: ReadonlySet<string> = new Set(["int8", "uint8", "int16", "uint16", "float32"]);

/**
 * Returns the splats of a PLY file.
 *
 * @throws AssetError if the bytes do not match the header, or a limit does not allow them
 */
export function readPly(ply: SplatPly, { context, losses, keepsOrigin }: ReadPlyOptions): SplatCloud {
  const { count, degree, names, properties, comments } = ply;
  const where = "element vertex";
  checkCount(count, context.limits, "splats", { where, offset: ply.offset });
  const arrays = makeSplatArrays(count, degree, context.budget, where);
  const skips = new SkipCounter();
  const known = new Set(names);
  const extra: string[] = [];
  for (const { name, type, countType } of properties) {
    const place = `${where}, property ${name}`;
    if (countType !== null) losses.add(place, "Lists have no place in splats");
    else if (!EXACT.has(type)) losses.add(place, `Numbers of type ${type} are rounded to single precision`);
    if (countType === null && !known.has(name) && !(ply.hasMore && name.startsWith("f_rest_"))) extra.push(name);
  }
  if (ply.hasMore) losses.add(where, "Harmonics beyond degree 3 are left out");
  const filler = new PlyFiller(arrays, skips, { fixed: names.length, extra, count, keepsOrigin });
  ply.readRows([...names, ...extra], (piece) => filler.add(piece));
  const splats = finishSplats(arrays, degree, skips);
  const listed = properties.flatMap(({ name, countType }) =>
    countType === null && (known.has(name) || extra.includes(name)) ? [name] : [],
  );
  return { splats, origin: keepsOrigin ? { properties: listed, comments, ...filler.finish() } : null };
}

interface FillerOptions {
  /** Columns of splats; further ones follow. */
  readonly fixed: number;
  readonly extra: readonly string[];
  /** Rows of the file. */
  readonly count: number;
  readonly keepsOrigin: boolean;
}

/** Adds rows, in the encoding of training, and lists the numbers that cannot be computed from the results. */
class PlyFiller {
  readonly #arrays: SplatArrays;
  readonly #skips: SkipCounter;
  readonly #options: FillerOptions;
  readonly #opacities = new ValueList(1);
  readonly #scales = new ValueList(1);
  readonly #orientations = new ValueList(4);
  readonly #columns = new Map<string, Float32Array>();
  readonly #splat = splatNumbers();
  /** Logarithms of the scales and the logit of a row. */
  readonly #trained = new Float64Array(4);

  constructor(arrays: SplatArrays, skips: SkipCounter, options: FillerOptions) {
    this.#arrays = arrays;
    this.#skips = skips;
    this.#options = options;
  }

  add(piece: RowPiece): void {
    const { floats, stride, columns, rows } = piece;
    const { fixed, keepsOrigin } = this.#options;
    const { harmonics } = this.#arrays;
    const [x, y, z, s0, s1, s2, r0, r1, r2, r3, o, c0, c1, c2] = columns;
    const rest = columns.subarray(14, fixed);
    const harmonicCount = 3 + rest.length;
    const splat = this.#splat;
    const trained = this.#trained;
    const { position, scale, rotation, color } = splat;
    for (let row = 0, base = piece.start; row < rows; row++, base += stride) {
      position[0] = floats[base + x];
      position[1] = floats[base + y];
      position[2] = floats[base + z];
      trained[0] = floats[base + s0];
      trained[1] = floats[base + s1];
      trained[2] = floats[base + s2];
      trained[3] = floats[base + o];
      for (let k = 0; k < 3; k++) scale[k] = exp(trained[k]);
      rotation[0] = floats[base + r0];
      rotation[1] = floats[base + r1];
      rotation[2] = floats[base + r2];
      rotation[3] = floats[base + r3];
      splat.opacity = sigmoid(trained[3]);
      color[0] = floats[base + c0];
      color[1] = floats[base + c1];
      color[2] = floats[base + c2];
      const index = this.#arrays.count;
      const h = harmonicCount * index + 3;
      for (let n = 0; n < rest.length; n++) harmonics[h + n] = floats[base + rest[n]];
      addSplat(this.#arrays, splat, this.#skips);
      if (!keepsOrigin || this.#arrays.count === index) continue;
      this.#listOrigin(index);
      for (let n = fixed; n < columns.length; n++) {
        const value = floats[base + columns[n]];
        if (!Object.is(value, 0)) this.#setColumn(n - fixed, index, value);
      }
    }
  }

  finish(): Omit<PlyOrigin, "properties" | "comments"> {
    const { count } = this.#arrays;
    return {
      opacities: this.#opacities.finish(),
      scales: this.#scales.finish(),
      orientations: this.#orientations.finish(),
      columns: new Map(Array.from(this.#columns, ([name, values]) => [name, values.subarray(0, count)])),
    };
  }

  #listOrigin(index: number): void {
    const { scales, opacities, orientations } = this.#arrays;
    const trained = this.#trained;
    const { rotation } = this.#splat;
    for (let k = 0; k < 3; k++) {
      if (!isScaleExact(trained[k], scales[3 * index + k])) this.#scales.add(3 * index + k, trained, k);
    }
    if (!isOpacityExact(trained[3], opacities[index])) this.#opacities.add(index, trained, 3);
    const at = 4 * index;
    const isUnit =
      Object.is(orientations[at], rotation[0]) &&
      Object.is(orientations[at + 1], rotation[1]) &&
      Object.is(orientations[at + 2], rotation[2]) &&
      Object.is(orientations[at + 3], rotation[3]);
    if (!isUnit) this.#orientations.add(index, rotation);
  }

  #setColumn(column: number, index: number, value: number): void {
    const { extra, count } = this.#options;
    const name = extra[column];
    let values = this.#columns.get(name);
    if (values === undefined) {
      values = new Float32Array(count);
      this.#columns.set(name, values);
    }
    values[index] = value;
  }
}
