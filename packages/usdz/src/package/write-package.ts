/** Packages, written. */
import { crc32 } from "../zip/crc32.ts";
import { nameProblem } from "../zip/entry-name.ts";
import {
  ALIGNMENT,
  CENTRAL_HEADER,
  CENTRAL_HEADER_SIZE,
  END_OF_DIRECTORY,
  END_OF_DIRECTORY_SIZE,
  IS_UTF8,
  LOCAL_HEADER,
  LOCAL_HEADER_SIZE,
  MAX_32,
  STORED,
} from "../zip/format.ts";
import { isLayerName } from "./layer-name.ts";
import { PackageError } from "./package-error.ts";

/** A file to put into a package. */
export interface PackageInput {
  /** Path in the package, with `/`. */
  readonly path: string;
  readonly data: Uint8Array;
}

const MAX_ENTRIES = 0xffff;
/** The version of ZIP that stored files need: 1.0. */
const ZIP_VERSION = 10;
/** 1 January 1980, the first day that ZIP has: the same files give the same package. */
const DATE = 0x21;
/** The field that the reference pads with; its content is zero bytes. */
const PADDING_FIELD = 0x1986;
const FIELD_HEADER_SIZE = 4;

interface Placed {
  readonly name: Uint8Array;
  readonly data: Uint8Array;
  readonly checksum: number;
  readonly headerOffset: number;
}

/**
 * Returns the parts of a package in order; the files themselves are not copied.
 *
 * @throws PackageError when the first file is not a layer, when a name leads out of the package or appears twice, or when
 *   the package would be larger than ZIP allows (4 GiB, 65,535 files)
 */
export function* packageParts(files: readonly PackageInput[]): Generator<Uint8Array, void, undefined> {
  checkRoot(files);
  yield* archiveParts(files);
}

/**
 * Returns the parts of a ZIP archive of any files in order, stored and aligned as in a package; the files themselves are not copied.
 *
 * @throws PackageError as {@link packageParts} does, whatever the first file is
 */
export function* archiveParts(files: readonly PackageInput[]): Generator<Uint8Array, void, undefined> {
  checkFiles(files);
  const placed: Placed[] = [];
  let offset = 0;
  for (const { path, data } of files) {
    const name = new TextEncoder().encode(path);
    const entry: Placed = { name, data, checksum: crc32(data), headerOffset: offset };
    const header = localHeader(entry);
    offset += header.length + data.length;
    if (offset > MAX_32) throw new PackageError("The package would be larger than 4 GiB, which ZIP does not allow");
    placed.push(entry);
    yield header;
    yield data;
  }
  yield directory(placed, offset);
}

/**
 * Writes a package: every file stored, its bytes at a multiple of 64, the first one the root layer. The same files give the
 * same bytes.
 *
 * @throws PackageError as {@link packageParts} does
 */
export function writePackage(files: readonly PackageInput[]): Uint8Array {
  const parts = [...packageParts(files)];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

function checkRoot(files: readonly PackageInput[]): void {
  const [first] = files;
  if (first === undefined) throw new PackageError("A package needs a root layer as its first file");
  if (!isLayerName(first.path)) {
    throw new PackageError(
      `The first file is ${JSON.stringify(first.path)}, expected a layer (.usda, .usdc, .usd or .usdz)`,
    );
  }
}

function checkFiles(files: readonly PackageInput[]): void {
  if (files.length > MAX_ENTRIES)
    throw new PackageError(`${files.length} files exceed the ${MAX_ENTRIES} that ZIP allows`);
  const names = new Set<string>();
  for (const { path } of files) {
    const problem = nameProblem(path);
    if (problem !== undefined)
      throw new PackageError(`${JSON.stringify(path)} is not a name for a package: ${problem}`);
    if (names.has(path)) throw new PackageError(`${JSON.stringify(path)} appears twice`);
    names.add(path);
  }
}

/** The header before a file, with padding so that the file is aligned. */
function localHeader({ name, data, checksum, headerOffset }: Placed): Uint8Array {
  const unpadded = headerOffset + LOCAL_HEADER_SIZE + name.length;
  let padding = (ALIGNMENT - (unpadded % ALIGNMENT)) % ALIGNMENT;
  if (padding > 0 && padding < FIELD_HEADER_SIZE) padding += ALIGNMENT;
  const bytes = new Uint8Array(LOCAL_HEADER_SIZE + name.length + padding);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, LOCAL_HEADER, true);
  writeCommon(view, 4, { checksum, size: data.length, nameSize: name.length, extraSize: padding });
  bytes.set(name, LOCAL_HEADER_SIZE);
  if (padding > 0) {
    view.setUint16(LOCAL_HEADER_SIZE + name.length, PADDING_FIELD, true);
    view.setUint16(LOCAL_HEADER_SIZE + name.length + 2, padding - FIELD_HEADER_SIZE, true);
  }
  return bytes;
}

interface Common {
  readonly checksum: number;
  readonly size: number;
  readonly nameSize: number;
  readonly extraSize: number;
}

/** Fields common to a file's header and its directory entry. */
function writeCommon(view: DataView, at: number, { checksum, size, nameSize, extraSize }: Common): void {
  view.setUint16(at, ZIP_VERSION, true);
  view.setUint16(at + 2, IS_UTF8, true);
  view.setUint16(at + 4, STORED, true);
  view.setUint16(at + 8, DATE, true);
  view.setUint32(at + 10, checksum, true);
  view.setUint32(at + 14, size, true);
  view.setUint32(at + 18, size, true);
  view.setUint16(at + 22, nameSize, true);
  view.setUint16(at + 24, extraSize, true);
}

/** The directory and the end of the archive. */
function directory(placed: readonly Placed[], start: number): Uint8Array {
  const size = placed.reduce((sum, { name }) => sum + CENTRAL_HEADER_SIZE + name.length, 0);
  const bytes = new Uint8Array(size + END_OF_DIRECTORY_SIZE);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { name, data, checksum, headerOffset } of placed) {
    view.setUint32(at, CENTRAL_HEADER, true);
    view.setUint16(at + 4, ZIP_VERSION, true);
    writeCommon(view, at + 6, { checksum, size: data.length, nameSize: name.length, extraSize: 0 });
    view.setUint32(at + 42, headerOffset, true);
    bytes.set(name, at + CENTRAL_HEADER_SIZE);
    at += CENTRAL_HEADER_SIZE + name.length;
  }
  view.setUint32(at, END_OF_DIRECTORY, true);
  view.setUint16(at + 8, placed.length, true);
  view.setUint16(at + 10, placed.length, true);
  view.setUint32(at + 12, size, true);
  view.setUint32(at + 16, start, true);
  return bytes;
}
