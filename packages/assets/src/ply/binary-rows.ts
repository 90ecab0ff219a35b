import { AssetError } from "../errors/asset-error.ts";
import { typeSizes, type PlyElement, type PlyFile, type PlyProperty, type PlyType } from "./ply-header.ts";
import { PIECE_ROWS, type RowPiece } from "./row-piece.ts";

const hostIsLittleEndian = /* @__PURE__ */ (() => new Uint8Array(new Uint16Array([1]).buffer)[0] === 1)();

/** The bytes, and the functions that read numbers from them. */
interface Source {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly littleEndian: boolean;
}

/** `readRows` for the binary formats. The sizes of the elements were checked before. */
export function readBinaryRows(
  { bytes, header: { format, elements, dataOffset } }: PlyFile,
  element: PlyElement,
  names: readonly string[],
  use: (piece: RowPiece) => void,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const source: Source = { bytes, view, littleEndian: format === "binary_little_endian" };
  let offset = dataOffset;
  for (const before of elements.slice(0, elements.indexOf(element))) offset = skipElement(source, before, offset);

  const rowSize = fixedRowSize(element.properties);
  if (rowSize === undefined) {
    readRowsWithLists({ source, element, offset }, names, use);
    return;
  }
  if (offset + element.count * rowSize > bytes.length) throw truncated(element, offset);
  const places = placesOf(element.properties, names);
  const isFloats = places.every(({ type, at }) => type === "float32" && at % 4 === 0) && rowSize % 4 === 0;
  if (isFloats && source.littleEndian && hostIsLittleEndian) {
    readFloats({ source, element, offset }, rowSize, places, use);
  } else {
    convertRows({ source, element, offset }, rowSize, places, use);
  }
}

/** The rows of an element, and the byte that they start at. */
interface Rows {
  readonly source: Source;
  readonly element: PlyElement;
  readonly offset: number;
}

interface Place {
  readonly type: PlyType;
  /** Byte offset in the row. */
  readonly at: number;
}

function placesOf(properties: readonly PlyProperty[], names: readonly string[]): Place[] {
  const places = new Map<string, Place>();
  let at = 0;
  for (const { name, type } of properties) {
    places.set(name, { type, at });
    at += typeSizes[type];
  }
  return names.map((name) => {
    const place = places.get(name);
    if (place === undefined) throw new Error(`the element has no property ${name}`);
    return place;
  });
}

/** Returns the bytes of a row; undefined if a list makes rows differ. */
export function fixedRowSize(properties: readonly PlyProperty[]): number | undefined {
  if (properties.some(({ countType }) => countType !== null)) return undefined;
  return properties.reduce((sum, { type }) => sum + typeSizes[type], 0);
}

/** Passes the rows on without a copy, or copies them piece by piece if they are not aligned to four bytes. */
function readFloats(
  { source: { bytes }, element: { count }, offset }: Rows,
  rowSize: number,
  places: readonly Place[],
  use: (piece: RowPiece) => void,
): void {
  const stride = rowSize / 4;
  const columns = Int32Array.from(places, ({ at }) => at / 4);
  const start = bytes.byteOffset + offset;
  if (start % 4 === 0) {
    const floats = new Float32Array(bytes.buffer, start, count * stride);
    use({ floats, start: 0, stride, columns, first: 0, rows: count });
    return;
  }
  const floats = new Float32Array(Math.min(count, PIECE_ROWS) * stride);
  const target = new Uint8Array(floats.buffer);
  for (let first = 0; first < count; first += PIECE_ROWS) {
    const rows = Math.min(PIECE_ROWS, count - first);
    const from = offset + first * rowSize;
    target.set(bytes.subarray(from, from + rows * rowSize));
    use({ floats, start: 0, stride, columns, first, rows });
  }
}

function convertRows(
  { source: { view, littleEndian }, element: { count }, offset }: Rows,
  rowSize: number,
  places: readonly Place[],
  use: (piece: RowPiece) => void,
): void {
  const stride = places.length;
  const floats = new Float32Array(Math.min(count, PIECE_ROWS) * stride);
  const columns = Int32Array.from(places, (_, i) => i);
  for (let first = 0; first < count; first += PIECE_ROWS) {
    const rows = Math.min(PIECE_ROWS, count - first);
    for (let column = 0; column < stride; column++) {
      const { type, at } = places[column];
      const read = readers[type];
      let from = offset + first * rowSize + at;
      for (let i = column; i < rows * stride; i += stride, from += rowSize) floats[i] = read(view, from, littleEndian);
    }
    use({ floats, start: 0, stride, columns, first, rows });
  }
}

/** Reads row by row; skips lists. */
function readRowsWithLists(
  { source, element, offset: start }: Rows,
  names: readonly string[],
  use: (piece: RowPiece) => void,
): void {
  let offset = start;
  const { properties, count } = element;
  const stride = names.length;
  const floats = new Float32Array(Math.min(count, PIECE_ROWS) * stride);
  const columns = Int32Array.from(names, (_, i) => i);
  const columnOf = properties.map(({ name }) => names.indexOf(name));
  for (let first = 0; first < count; first += PIECE_ROWS) {
    const rows = Math.min(PIECE_ROWS, count - first);
    for (let row = 0; row < rows; row++) {
      for (let i = 0; i < properties.length; i++) {
        const next = skipProperty(source, element, properties[i], offset);
        const column = columnOf[i];
        if (column >= 0) {
          floats[row * stride + column] = readers[properties[i].type](source.view, offset, source.littleEndian);
        }
        offset = next;
      }
    }
    use({ floats, start: 0, stride, columns, first, rows });
  }
}

function skipElement(source: Source, element: PlyElement, offset: number): number {
  const { count, properties } = element;
  const rowSize = fixedRowSize(properties);
  if (rowSize !== undefined) return offset + count * rowSize;
  for (let row = 0; row < count; row++) {
    for (const property of properties) offset = skipProperty(source, element, property, offset);
  }
  return offset;
}

/** Returns the offset of the next property. */
function skipProperty(source: Source, element: PlyElement, property: PlyProperty, offset: number): number {
  const { type, countType } = property;
  const { bytes, view, littleEndian } = source;
  let end = offset + typeSizes[countType ?? type];
  if (end <= bytes.length && countType !== null) {
    const length = readers[countType](view, offset, littleEndian);
    if (!Number.isInteger(length) || length < 0) {
      const where = `element ${element.name}, property ${property.name}`;
      throw new AssetError("malformed", `a list cannot have ${length} entries.`, { where, offset });
    }
    end += length * typeSizes[type];
  }
  if (end > bytes.length) throw truncated(element, offset);
  return end;
}

const readers: Readonly<Record<PlyType, (view: DataView, at: number, littleEndian: boolean) => number>> = {
  int8: (view, at) => view.getInt8(at),
  uint8: (view, at) => view.getUint8(at),
  int16: (view, at, littleEndian) => view.getInt16(at, littleEndian),
  uint16: (view, at, littleEndian) => view.getUint16(at, littleEndian),
  int32: (view, at, littleEndian) => view.getInt32(at, littleEndian),
  uint32: (view, at, littleEndian) => view.getUint32(at, littleEndian),
  float32: (view, at, littleEndian) => view.getFloat32(at, littleEndian),
  float64: (view, at, littleEndian) => view.getFloat64(at, littleEndian),
};

function truncated({ name, count }: PlyElement, offset: number): AssetError {
  const message = `the file ends before the ${count} rows that the header declares.`;
  return new AssetError("truncated", message, { where: `element ${name}`, offset });
}
