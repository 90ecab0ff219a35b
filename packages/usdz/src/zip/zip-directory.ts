/** The directory of a ZIP archive: what it has, not whether that can be used. */
import { bytesOf, type LazyBytes } from "@usdkit/base";
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
export function readDirectory(source: Uint8Array | LazyBytes, most: number = 0xffff): ZipDirectory {
  const fail = (kind: DirectoryProblem["kind"], message: string, offset: number): ZipDirectory => ({
    entries: [],
    start: 0,
    problem: { kind, message, offset },
  });
  const record = findEnd(source);
  if (record === undefined) {
    return fail("damaged", "Not a ZIP archive: its directory is missing, the file may be cut off", source.length);
  }
  const { end } = record;
  const count = record.view.getUint16(10, true);
  const size = record.view.getUint32(12, true);
  const start = record.view.getUint32(16, true);
  if (record.view.getUint16(4, true) !== 0 || record.view.getUint16(8, true) !== count) {
    return fail("unsupported", "The archive is split into several files", end);
  }
  if (start === MAX_32 || start + size > end) {
    const message = `The directory of ${size} bytes at offset ${start} is outside of the file (ZIP64 is not supported)`;
    return fail("damaged", message, end);
  }
  const entries: DirectoryEntry[] = [];
  const bytes = bytesOf(source, start, end);
  const view = viewOf(bytes);
  for (let i = 0, at = 0; i < Math.min(count, most); i++) {
    const nameAt = at + CENTRAL_HEADER_SIZE;
    if (nameAt > bytes.length || view.getUint32(at, true) !== CENTRAL_HEADER) {
      const message = `The directory announces ${count} entries and has ${i}`;
      return { entries, start, problem: { kind: "damaged", message, offset: start + at } };
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
      at: start + at,
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
export function readLocalHeader(
  source: Uint8Array | LazyBytes,
  offset: number,
  limit: number,
): LocalHeader | undefined {
  const nameAt = offset + LOCAL_HEADER_SIZE;
  if (nameAt > Math.min(limit, source.length)) return undefined;
  const view = viewOf(bytesOf(source, offset, nameAt));
  if (view.getUint32(0, true) !== LOCAL_HEADER) return undefined;
  const nameSize = view.getUint16(26, true);
  return {
    name: text(bytesOf(source, nameAt, nameAt + nameSize), 0, nameSize),
    method: view.getUint16(8, true),
    end: nameAt + nameSize + view.getUint16(28, true),
  };
}

/** The last record: its offset, and its bytes with those of the comment after it. */
interface LastRecord {
  readonly end: number;
  readonly view: DataView;
}

/** Returns the last record, undefined if there is none: before the comment, which is the last part of the file. */
function findEnd(source: Uint8Array | LazyBytes): LastRecord | undefined {
  // Most archives have no comment.
  for (const size of [END_OF_DIRECTORY_SIZE, END_OF_DIRECTORY_SIZE + MAX_COMMENT_SIZE]) {
    const first = Math.max(0, source.length - size);
    const bytes = bytesOf(source, first);
    const view = viewOf(bytes);
    for (let at = bytes.length - END_OF_DIRECTORY_SIZE; at >= 0; at--) {
      if (view.getUint32(at, true) !== END_OF_DIRECTORY) continue;
      if (at + END_OF_DIRECTORY_SIZE + view.getUint16(at + 20, true) !== bytes.length) continue;
      return { end: first + at, view: viewOf(bytes.subarray(at)) };
    }
  }
  return undefined;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A copy is decoded: decoders of browsers reject shared memory. */
function text(bytes: Uint8Array, at: number, size: number): string {
  return new TextDecoder().decode(bytes.slice(at, at + size));
}
