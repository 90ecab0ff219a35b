/** Splats of PLY files, piece by piece, with all numbers of the file. */
import {
  addTrainedSplats,
  checkCount,
  finishSplats,
  makeSplatArrays,
  SkipCounter,
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

/** Columns of `SplatPly.names`. */
const SCALES = 3;
const ROTATION = 6;
const OPACITY = 10;

interface FillerOptions {
  /** Columns of splats; further ones follow. */
  readonly fixed: number;
  readonly extra: readonly string[];
  /** Rows of the file. */
  readonly count: number;
  readonly keepsOrigin: boolean;
}

/** The rows of splats that were added. */
interface AddedRows {
  readonly floats: Float32Array;
  /** By splat, where its row begins. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly count: number;
  /** Index of the first splat. */
  readonly first: number;
}

/** Adds rows, in the encoding of training, and lists the numbers that cannot be computed from the results. */
class PlyFiller {
  readonly #arrays: SplatArrays;
  readonly #skips: SkipCounter;
  readonly #options: FillerOptions;
  readonly #opacities: ValueList;
  readonly #scales: ValueList;
  readonly #orientations: ValueList;
  readonly #columns = new Map<string, Float32Array>();
  #starts: Int32Array = new Int32Array(0);

  constructor(arrays: SplatArrays, skips: SkipCounter, options: FillerOptions) {
    const { count } = options;
    this.#arrays = arrays;
    this.#skips = skips;
    this.#options = options;
    this.#opacities = new ValueList(1, count);
    this.#scales = new ValueList(1, 3 * count);
    this.#orientations = new ValueList(4, count);
  }

  add(piece: RowPiece): void {
    const { fixed, keepsOrigin } = this.#options;
    const arrays = this.#arrays;
    const first = arrays.count;
    if (this.#starts.length < piece.rows) this.#starts = new Int32Array(piece.rows);
    const { floats, columns } = piece;
    addTrainedSplats(arrays, { ...piece, columns: columns.subarray(0, fixed) }, this.#skips, this.#starts);
    if (!keepsOrigin) return;
    const rows: AddedRows = { floats, starts: this.#starts, columns, count: arrays.count - first, first };
    this.#listScales(rows);
    this.#listOpacities(rows);
    this.#listOrientations(rows);
    for (let n = fixed; n < columns.length; n++) this.#addColumn(rows, n);
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

  #listScales({ floats, starts, columns, count, first }: AddedRows): void {
    const { scales } = this.#arrays;
    const places = columns.subarray(SCALES, SCALES + 3);
    for (let i = 0; i < count; i++) {
      const start = starts[i];
      const at = 3 * (first + i);
      for (let k = 0; k < 3; k++) {
        const logarithm = floats[start + places[k]];
        if (!isScaleExact(logarithm, scales[at + k])) this.#scales.add(at + k, logarithm);
      }
    }
  }

  #listOpacities({ floats, starts, columns, count, first }: AddedRows): void {
    const { opacities } = this.#arrays;
    const place = columns[OPACITY];
    for (let i = 0; i < count; i++) {
      const logit = floats[starts[i] + place];
      if (!isOpacityExact(logit, opacities[first + i])) this.#opacities.add(first + i, logit);
    }
  }

  #listOrientations({ floats, starts, columns, count, first }: AddedRows): void {
    const { orientations } = this.#arrays;
    const [w, x, y, z] = columns.subarray(ROTATION, ROTATION + 4);
    for (let i = 0; i < count; i++) {
      const start = starts[i];
      const at = 4 * (first + i);
      const isUnit =
        Object.is(orientations[at], floats[start + w]) &&
        Object.is(orientations[at + 1], floats[start + x]) &&
        Object.is(orientations[at + 2], floats[start + y]) &&
        Object.is(orientations[at + 3], floats[start + z]);
      if (isUnit) continue;
      const place = this.#orientations.addPlace(first + i);
      const { values } = this.#orientations;
      values[place] = floats[start + w];
      values[place + 1] = floats[start + x];
      values[place + 2] = floats[start + y];
      values[place + 3] = floats[start + z];
    }
  }

  /** Adds the numbers of a further property; there are none for one that is 0 everywhere. */
  #addColumn({ floats, starts, columns, count, first }: AddedRows, column: number): void {
    const { extra, fixed } = this.#options;
    const name = extra[column - fixed];
    const place = columns[column];
    let values = this.#columns.get(name);
    for (let i = 0; i < count; i++) {
      const value = floats[starts[i] + place];
      if (Object.is(value, 0)) continue;
      if (values === undefined) {
        values = new Float32Array(this.#options.count);
        this.#columns.set(name, values);
      }
      values[first + i] = value;
    }
  }
}
