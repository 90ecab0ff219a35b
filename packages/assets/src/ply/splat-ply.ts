/** PLY files of splats, read in pieces: a file may be larger than what a program may hold of it. */
import { bytesOf, type LazyBytes } from "@usdkit/base";
import { fixedRowSize, readBinaryRows } from "./binary-rows.ts";
import { isCompressed } from "./compressed-splats.ts";
import { readPlyHeader, type PlyElement, type PlyFormat, type PlyHeader, type PlyProperty } from "./ply-header.ts";
import type { RowPiece } from "./row-piece.ts";
import { checkPlySizes, readRows } from "./rows.ts";
import { splatColumns } from "./splat-columns.ts";

/** Of a file that is not in memory: about so many bytes at a time, few enough to stay in the cache of a core while they are used. */
const PIECE_BYTES = 1 << 19;
/** Headers are shorter. */
const HEAD_BYTES = 1 << 18;

/** A PLY file of splats as training writes them. */
export interface SplatPly {
  readonly count: number;
  readonly degree: 0 | 1 | 2 | 3;
  /** Whether the file has a fourth degree. */
  readonly hasMore: boolean;
  /** x y z, scale_0–2, rot_0–3, opacity, f_dc_0–2, then the rest coefficient by coefficient, RGB for each. */
  readonly names: readonly string[];
  /** All properties of a splat, in the order of the file. */
  readonly properties: readonly PlyProperty[];
  readonly comments: readonly string[];
  readonly format: PlyFormat;
  /** Byte offset of the declaration of the splats. */
  readonly offset: number;
  /**
   * Passes the numbers of the named properties to `use`, piece by piece; a piece is valid only during the call.
   *
   * @throws AssetError if the bytes do not match the header
   */
  readonly readRows: (names: readonly string[], use: (piece: RowPiece) => void) => void;
}

/**
 * Opens a PLY file of splats; null if it has other points, or splats that are compressed.
 *
 * @throws AssetError if the header is invalid, or declares more than the file has
 */
export function openSplatPly(source: Uint8Array | LazyBytes): SplatPly | null {
  const header = readPlyHeader(bytesOf(source, 0, Math.min(source.length, HEAD_BYTES)));
  const vertex = header.elements.find(({ name }) => name === "vertex");
  if (vertex === undefined || isCompressed(vertex)) return null;
  checkPlySizes(source, header);
  const columns = splatColumns(vertex);
  if (columns === null) return null;
  const { count, properties, offset } = vertex;
  const { comments, format } = header;
  const rows: SplatPly["readRows"] = (names, use) => readInPieces({ source, header }, vertex, names, use);
  return { ...columns, count, properties, comments, format, offset, readRows: rows };
}

function readInPieces(
  { source, header }: { readonly source: Uint8Array | LazyBytes; readonly header: PlyHeader },
  element: PlyElement,
  names: readonly string[],
  use: (piece: RowPiece) => void,
): void {
  const start = startOf(element, header);
  const rowSize = fixedRowSize(element.properties);
  if (source instanceof Uint8Array || start === undefined || rowSize === undefined) {
    readRows({ bytes: bytesOf(source), header }, element, names, use);
    return;
  }
  const most = Math.max(1, Math.floor(PIECE_BYTES / rowSize));
  for (let first = 0; first < element.count; first += most) {
    const piece = { ...element, count: Math.min(most, element.count - first) };
    const at = start + first * rowSize;
    const bytes = source.lend(at, at + piece.count * rowSize);
    const file = { bytes, header: { ...header, elements: [piece], dataOffset: 0 } };
    readBinaryRows(file, piece, names, (rows) => use({ ...rows, first: first + rows.first }));
  }
}

/** Returns the offset of the rows of an element; undefined if it can be found by reading alone. */
function startOf(element: PlyElement, { format, elements, dataOffset }: PlyHeader): number | undefined {
  if (format === "ascii") return undefined;
  let offset = dataOffset;
  for (const { properties, count } of elements.slice(0, elements.indexOf(element))) {
    const rowSize = fixedRowSize(properties);
    if (rowSize === undefined) return undefined;
    offset += count * rowSize;
  }
  return offset;
}
