/** Packages, written. */
import { crc32, joinCrc32 } from "../zip/crc32.ts";
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

/** Bytes at a place. */
export interface PlacedPart {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** A file to put into a package whose bytes are made while it is written. */
export interface StreamedInput {
  /** Path in the package, with `/`. */
  readonly path: string;
  /** Its parts with their places in the file, in any order and without gaps. */
  readonly parts: Iterable<PlacedPart>;
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
  readonly size: number;
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
  for (const { bytes } of placedParts(files)) yield bytes;
}

/**
 * Returns the parts of a package with their places, for files that are larger than memory should hold: what a file yields is passed on, and
 * its header follows when its length is known.
 *
 * @throws PackageError as {@link packageParts} does, and when the parts of a file overlap or have gaps
 * @example
 * for (const { offset, bytes } of placedPackageParts([{ path: "scene.usdc", parts: usdcParts(layer) }])) {
 *   await file.write(bytes, 0, bytes.length, offset);
 * }
 */
export function* placedPackageParts(
  files: readonly (PackageInput | StreamedInput)[],
): Generator<PlacedPart, void, undefined> {
  checkRoot(files);
  yield* placedParts(files);
}

/** In the order of the archive, but for headers of streamed files. */
function* placedParts(files: readonly (PackageInput | StreamedInput)[]): Generator<PlacedPart, void, undefined> {
  checkFiles(files);
  const placed: Placed[] = [];
  let offset = 0;
  for (const file of files) {
    const name = new TextEncoder().encode(file.path);
    const start = offset + headerSize(name, offset);
    let content: Content;
    if ("parts" in file) content = yield* streamed(file, start);
    else content = { size: file.data.length, checksum: crc32(file.data) };
    if (start + content.size > MAX_32) {
      throw new PackageError("The package would be larger than 4 GiB, which ZIP does not allow");
    }
    const entry: Placed = { name, ...content, headerOffset: offset };
    placed.push(entry);
    yield { offset, bytes: localHeader(entry) };
    if (!("parts" in file)) yield { offset: start, bytes: file.data };
    offset = start + content.size;
  }
  yield { offset, bytes: directory(placed, offset) };
}

type Content = Pick<Placed, "size" | "checksum">;

/** Passes the parts of a file on; returns its size and checksum. */
function* streamed({ path, parts }: StreamedInput, start: number): Generator<PlacedPart, Content, undefined> {
  const runs: { readonly offset: number; size: number; checksum: number }[] = [];
  for (const { offset, bytes } of parts) {
    const last = runs.at(-1);
    if (last !== undefined && last.offset + last.size === offset) {
      last.checksum = joinCrc32(last.checksum, crc32(bytes), bytes.length);
      last.size += bytes.length;
    } else runs.push({ offset, size: bytes.length, checksum: crc32(bytes) });
    yield { offset: start + offset, bytes };
  }
  const content = { size: 0, checksum: 0 };
  for (const { offset, size, checksum } of runs.toSorted((a, b) => a.offset - b.offset)) {
    if (offset !== content.size) {
      throw new PackageError(
        `Parts of ${JSON.stringify(path)} overlap or have gaps: expected byte ${content.size}, found ${offset}`,
      );
    }
    content.checksum = joinCrc32(content.checksum, checksum, size);
    content.size += size;
  }
  return content;
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

function checkRoot(files: readonly { readonly path: string }[]): void {
  const [first] = files;
  if (first === undefined) throw new PackageError("A package needs a root layer as its first file");
  if (!isLayerName(first.path)) {
    throw new PackageError(
      `The first file is ${JSON.stringify(first.path)}, expected a layer (.usda, .usdc, .usd or .usdz)`,
    );
  }
}

function checkFiles(files: readonly { readonly path: string }[]): void {
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

/** Size of the header before a file at an offset, with padding so that the file is aligned. */
function headerSize(name: Uint8Array, offset: number): number {
  const unpadded = LOCAL_HEADER_SIZE + name.length;
  let padding = (ALIGNMENT - ((offset + unpadded) % ALIGNMENT)) % ALIGNMENT;
  if (padding > 0 && padding < FIELD_HEADER_SIZE) padding += ALIGNMENT;
  return unpadded + padding;
}

function localHeader({ name, size, checksum, headerOffset }: Placed): Uint8Array {
  const bytes = new Uint8Array(headerSize(name, headerOffset));
  const padding = bytes.length - LOCAL_HEADER_SIZE - name.length;
  const view = new DataView(bytes.buffer);
  view.setUint32(0, LOCAL_HEADER, true);
  writeCommon(view, 4, { checksum, size, nameSize: name.length, extraSize: padding });
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
  for (const { name, size: fileSize, checksum, headerOffset } of placed) {
    view.setUint32(at, CENTRAL_HEADER, true);
    view.setUint16(at + 4, ZIP_VERSION, true);
    writeCommon(view, at + 6, { checksum, size: fileSize, nameSize: name.length, extraSize: 0 });
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
