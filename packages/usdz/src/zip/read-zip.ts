/** The directory of a ZIP archive whose entries are stored. */
import type { PackageDiagnostic, PackageDiagnosticCode } from "../diagnostics/types.ts";
import { nameProblem } from "./entry-name.ts";
import {
  CENTRAL_HEADER,
  CENTRAL_HEADER_SIZE,
  END_OF_DIRECTORY,
  END_OF_DIRECTORY_SIZE,
  IS_ENCRYPTED,
  LOCAL_HEADER,
  LOCAL_HEADER_SIZE,
  MAX_32,
  MAX_COMMENT_SIZE,
  STORED,
} from "./format.ts";

/** A file of an archive, with its stored bytes. */
export interface ZipEntry {
  readonly path: string;
  /** Offset of its first byte. */
  readonly offset: number;
  readonly size: number;
  readonly crc32: number;
  /** Offset of its header. */
  readonly headerOffset: number;
}

/** What {@link readZip} finds. */
export interface ZipContents {
  /** In the order of the file. */
  readonly entries: readonly ZipEntry[];
  readonly diagnostics: readonly PackageDiagnostic[];
}

/** Reads the directory of an archive; unusable entries are left out and reported. */
export function readZip(bytes: Uint8Array): ZipContents {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const diagnostics: PackageDiagnostic[] = [];
  const end = findEnd(view);
  if (end < 0) {
    const message = "Not a ZIP archive: its directory is missing, the file may be cut off";
    return { entries: [], diagnostics: [{ code: "USDZ_ARCHIVE", message, offset: bytes.length }] };
  }
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  const isSplit = view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count;
  if (isSplit || start === MAX_32 || start + size > end) {
    const message = isSplit
      ? "The archive is split into several files"
      : `The directory of ${size} bytes at offset ${start} is outside of the file (ZIP64 is not supported)`;
    return {
      entries: [],
      diagnostics: [{ code: isSplit ? "USDZ_UNSUPPORTED" : "USDZ_ARCHIVE", message, offset: end }],
    };
  }
  const found: ZipEntry[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    if (at + CENTRAL_HEADER_SIZE > end || view.getUint32(at, true) !== CENTRAL_HEADER) {
      const message = `The directory announces ${count} entries and has ${i}`;
      diagnostics.push({ code: "USDZ_ARCHIVE", message, offset: at });
      break;
    }
    const nameSize = view.getUint16(at + 28, true);
    const next = at + CENTRAL_HEADER_SIZE + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const path = new TextDecoder().decode(
      bytes.subarray(at + CENTRAL_HEADER_SIZE, at + CENTRAL_HEADER_SIZE + nameSize),
    );
    // A folder has an entry of its own in some archives; the files in it name it as well.
    if (!path.endsWith("/")) {
      const entry = readEntry({ bytes, view, at, path, limit: start });
      if ("code" in entry) diagnostics.push(entry);
      else found.push(entry);
    }
    at = next;
  }
  return { entries: distinct(found, diagnostics), diagnostics };
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

interface Place {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Of the entry in the directory. */
  readonly at: number;
  readonly path: string;
  /** Where the directory starts, and files end. */
  readonly limit: number;
}

/** Returns the directory entry at an offset, or its problem. */
function readEntry({ bytes, view, at, path, limit }: Place): ZipEntry | PackageDiagnostic {
  const fail = (code: PackageDiagnosticCode, message: string, offset = at): PackageDiagnostic => ({
    code,
    message: `Entry ${JSON.stringify(path)} ${message}`,
    offset,
    entry: path,
  });
  const problem = nameProblem(path);
  if (problem !== undefined) return fail("USDZ_NAME", `has an invalid name: ${problem}`);
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const checksum = view.getUint32(at + 16, true);
  const stored = view.getUint32(at + 20, true);
  const size = view.getUint32(at + 24, true);
  const headerOffset = view.getUint32(at + 42, true);
  if ((flags & IS_ENCRYPTED) !== 0) return fail("USDZ_UNSUPPORTED", "is encrypted, expected plain bytes");
  if (method !== STORED) return fail("USDZ_UNSUPPORTED", `is compressed (method ${method}), expected stored bytes`);
  if (stored !== size) return fail("USDZ_ENTRY", `is stored in ${stored} bytes and has ${size}`);
  if (headerOffset + LOCAL_HEADER_SIZE > limit || view.getUint32(headerOffset, true) !== LOCAL_HEADER) {
    return fail("USDZ_ENTRY", `has no header at offset ${headerOffset}`);
  }
  const nameSize = view.getUint16(headerOffset + 26, true);
  const offset = headerOffset + LOCAL_HEADER_SIZE + nameSize + view.getUint16(headerOffset + 28, true);
  const nameAt = headerOffset + LOCAL_HEADER_SIZE;
  const localName = new TextDecoder().decode(bytes.subarray(nameAt, nameAt + nameSize));
  if (localName !== path) {
    return fail("USDZ_ENTRY", `has the name ${JSON.stringify(localName)} in its own header`, headerOffset);
  }
  if (view.getUint16(headerOffset + 8, true) !== STORED) {
    return fail("USDZ_UNSUPPORTED", "is compressed by its own header, expected stored bytes", headerOffset);
  }
  if (offset + size > limit) return fail("USDZ_ENTRY", `of ${size} bytes at offset ${offset} is cut off`, headerOffset);
  return { path, offset, size, crc32: checksum, headerOffset };
}

/** Leaves out entries that overlap one before, or that have its name; in the order of the file. */
function distinct(found: readonly ZipEntry[], diagnostics: PackageDiagnostic[]): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let end = 0;
  for (const entry of found.toSorted((a, b) => a.headerOffset - b.headerOffset)) {
    const { path, headerOffset } = entry;
    if (headerOffset < end) {
      const message = `Entry ${JSON.stringify(path)} overlaps the one before it`;
      diagnostics.push({ code: "USDZ_ENTRY", message, offset: headerOffset, entry: path });
    } else if (names.has(path)) {
      const message = `Entry ${JSON.stringify(path)} appears twice`;
      diagnostics.push({ code: "USDZ_NAME", message, offset: headerOffset, entry: path });
    } else {
      names.add(path);
      entries.push(entry);
      end = entry.offset + entry.size;
    }
  }
  return entries;
}
