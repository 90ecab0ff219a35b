/** The headers of the two layouts of SPZ (github.com/nianticlabs/spz, README): one gzip stream, or streams of Zstandard. */
import { AssetError } from "../errors/asset-error.ts";

/** Fields common to both layouts. */
export interface SpzHeader {
  readonly version: number;
  readonly count: number;
  /** Degree of the harmonics as stored; 4 is possible. */
  readonly degree: number;
  readonly fractionalBits: number;
  readonly hasExtensions: boolean;
}

/** Header size in bytes of versions 1 to 3, inside of the gzip. */
export const GZIP_HEAD = 16;
/** Header size in bytes of version 4. */
const STREAMS_HEAD = 32;
const MAGIC = 0x5053474e;
const HAS_EXTENSIONS = 2;
/** Maximum compression ratio of Zstandard: a block of 128 KB that repeats one byte takes four. */
const MAX_RATIO = 1 << 15;

/** Scale of the mean color, so that colors out of the displayed range are preserved. */
export const COLOR_SCALE = 0.15;
/** Coefficients of degree 3, per channel without the first; those of degree 4 are left out. */
export const MAX_REST = 15;
/** Coefficients per channel without the first, by degree. */
export const restOfDegree: readonly number[] = [0, 3, 8, 15, 24];

/** All in one gzip, or a table and a stream of Zstandard for each attribute. */
export type SpzLayout = "gzip" | "streams";

/** @throws AssetError if the header is invalid, or of an unsupported version or compression */
export function readSpzHeader(bytes: Uint8Array, layout: SpzLayout): SpzHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < GZIP_HEAD) throw fault("truncated", `${GZIP_HEAD} bytes were expected, found ${bytes.length}.`, 0);
  if (view.getUint32(0, true) !== MAGIC) throw fault("malformed", "NGSP was expected.", 0);
  const version = view.getUint32(4, true);
  if (version < 2 || version > 4) {
    throw fault("unsupported", `version ${version} is not supported; 2, 3 and 4 are. Write the file again.`, 4);
  }
  if (version > 3 !== (layout === "streams")) {
    throw fault("malformed", `a file of version ${version} is not packed as ${layout}.`, 4);
  }
  const degree = bytes[12];
  if (degree >= restOfDegree.length)
    throw fault("malformed", `expected harmonics of degree 0 to 4, found ${degree}.`, 12);
  const fractionalBits = bytes[13];
  if (fractionalBits > 24) throw fault("malformed", `${fractionalBits} of 24 bits are said to be a fraction.`, 13);
  return {
    version,
    count: view.getUint32(8, true),
    degree,
    fractionalBits,
    hasExtensions: (bytes[14] & HAS_EXTENSIONS) !== 0,
  };
}

/** Bytes per splat in each stream, in the order of the file. */
export function streamWidths({ version, degree }: SpzHeader): readonly number[] {
  return [9, 1, 3, 3, version >= 3 ? 4 : 3, 3 * restOfDegree[degree]];
}

/**
 * Checks the table of version 4 against the file: each stream is in it, and decompresses to the size of so many splats.
 *
 * @throws AssetError if it does not
 */
export function checkStreams(bytes: Uint8Array, header: SpzHeader): void {
  if (bytes.length < STREAMS_HEAD) {
    throw fault("truncated", `${STREAMS_HEAD} bytes were expected, found ${bytes.length}.`, 0);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const widths = streamWidths(header).filter((width) => width > 0);
  const streams = bytes[15];
  const table = view.getUint32(16, true);
  if (streams !== widths.length)
    throw fault("malformed", `${widths.length} streams were expected, not ${streams}.`, 15);
  let end = table + 16 * streams;
  if (table < STREAMS_HEAD || end > bytes.length) {
    throw fault("truncated", `the table of ${streams} streams at byte ${table} is not in the file.`, 16);
  }
  for (const [i, width] of widths.entries()) {
    const at = table + 16 * i;
    const packed = Number(view.getBigUint64(at, true));
    const unpacked = Number(view.getBigUint64(at + 8, true));
    if (unpacked !== width * header.count) {
      const message = `stream ${i} of ${header.count} splats has ${width * header.count} bytes; ${unpacked} are declared.`;
      throw fault("malformed", message, at + 8);
    }
    if (unpacked > packed * MAX_RATIO) throw fault("truncated", `stream ${i} has too few bytes for what it holds.`, at);
    end += packed;
    if (end > bytes.length) throw fault("truncated", `stream ${i} ends after the file.`, at);
  }
}

function fault(problem: "truncated" | "malformed" | "unsupported", message: string, offset: number): AssetError {
  return new AssetError(problem, message, { where: "header", offset });
}
