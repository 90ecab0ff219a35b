/** The directory of a ZIP archive: what it has, not whether that can be used. */
import {
  CENTRAL_HEADER,
  CENTRAL_HEADER_SIZE,
  END_OF_DIRECTORY,
  END_OF_DIRECTORY_SIZE,
  LOCAL_HEADER,
  LOCAL_HEADER_SIZE,
  MAX_32,
  MAX_COMMENT_SIZE,
} from "./format.ts";

/** An entry as the directory declares it; nothing of it is checked. */
export interface DirectoryEntry {
  readonly name: string;
  readonly flags: number;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  readonly crc32: number;
  /** Compressed and uncompressed size in bytes. */
  readonly packedSize: number;
  readonly size: number;
  /** Offset of its own header. */
  readonly headerOffset: number;
  /** Offset of the entry in the directory. */
  readonly at: number;
}

/** Why a directory cannot be read, or not to its end. */
export interface DirectoryProblem {
  readonly kind: "damaged" | "unsupported";
  /** One sentence. */
  readonly message: string;
  readonly offset: number;
}

export interface ZipDirectory {
  /** Those before the problem, if there is one. */
  readonly entries: readonly DirectoryEntry[];
  /** Offset of the directory: entries end there. */
  readonly start: number;
  readonly problem: DirectoryProblem | undefined;
}

/**
 * Reads the directory of an archive in one file, without ZIP64.
 *
 * @param most Maximum number of entries; further ones are not read.
 */
export function readDirectory(bytes: Uint8Array, most: number = 0xffff): ZipDirectory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fail = (kind: DirectoryProblem["kind"], message: string, offset: number): ZipDirectory => ({
    entries: [],
    start: 0,
    problem: { kind, message, offset },
  });
  const end = findEnd(view);
  if (end < 0) {
    return fail("damaged", "Not a ZIP archive: its directory is missing, the file may be cut off", bytes.length);
  }
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count) {
    return fail("unsupported", "The archive is split into several files", end);
  }
  if (start === MAX_32 || start + size > end) {
    const message = `The directory of ${size} bytes at offset ${start} is outside of the file (ZIP64 is not supported)`;
    return fail("damaged", message, end);
  }
  const entries: DirectoryEntry[] = [];
  for (let i = 0, at = start; i < Math.min(count, most); i++) {
    const nameAt = at + CENTRAL_HEADER_SIZE;
    if (nameAt > end || view.getUint32(at, true) !== CENTRAL_HEADER) {
      const message = `The directory announces ${count} entries and has ${i}`;
      return { entries, start, problem: { kind: "damaged", message, offset: at } };
    }
    const nameSize = view.getUint16(at + 28, true);
    entries.push({
      name: text(bytes, nameAt, nameSize),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc32: view.getUint32(at + 16, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      headerOffset: view.getUint32(at + 42, true),
      at,
    });
    at = nameAt + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return { entries, start, problem: undefined };
}

/** The header before the bytes of an entry. */
export interface LocalHeader {
  readonly name: string;
  readonly method: number;
  /** Offset of the first byte after it. */
  readonly end: number;
}

/** Returns the header at an offset; undefined if there is none before `limit`. */
export function readLocalHeader(bytes: Uint8Array, offset: number, limit: number): LocalHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nameAt = offset + LOCAL_HEADER_SIZE;
  if (nameAt > Math.min(limit, bytes.length) || view.getUint32(offset, true) !== LOCAL_HEADER) return undefined;
  const nameSize = view.getUint16(offset + 26, true);
  return {
    name: text(bytes, nameAt, nameSize),
    method: view.getUint16(offset + 8, true),
    end: nameAt + nameSize + view.getUint16(offset + 28, true),
  };
}

/** Where the last record is, -1 if there is none: before the comment, which is the last part of the file. */
function findEnd(view: DataView): number {
  const last = view.byteLength - END_OF_DIRECTORY_SIZE;
  const first = Math.max(0, last - MAX_COMMENT_SIZE);
  for (let at = last; at >= first; at--) {
    if (view.getUint32(at, true) !== END_OF_DIRECTORY) continue;
    if (at + END_OF_DIRECTORY_SIZE + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  return -1;
}

/** A copy is decoded: decoders of browsers reject shared memory. */
function text(bytes: Uint8Array, at: number, size: number): string {
  return new TextDecoder().decode(bytes.slice(at, at + size));
}
