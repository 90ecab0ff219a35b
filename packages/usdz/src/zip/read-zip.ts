/** The directory of a ZIP archive whose entries are stored. */
import type { LazyBytes } from "@usdkit/base";
import type { PackageDiagnostic, PackageDiagnosticCode } from "./package-diagnostic.ts";
import { nameProblem } from "./entry-name.ts";
import { IS_ENCRYPTED, STORED } from "./format.ts";
import { readDirectory, readLocalHeader, type DirectoryEntry } from "./zip-directory.ts";

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
export function readZip(bytes: Uint8Array | LazyBytes): ZipContents {
  const { entries, start, problem } = readDirectory(bytes);
  const diagnostics: PackageDiagnostic[] = [];
  const found: ZipEntry[] = [];
  for (const declared of entries) {
    // A folder has an entry of its own in some archives; the files in it name it as well.
    if (declared.name.endsWith("/")) continue;
    const entry = checkEntry(bytes, declared, start);
    if ("code" in entry) diagnostics.push(entry);
    else found.push(entry);
  }
  if (problem !== undefined) {
    const { kind, message, offset } = problem;
    diagnostics.push({ code: kind === "unsupported" ? "USDZ_UNSUPPORTED" : "USDZ_ARCHIVE", message, offset });
  }
  return { entries: distinct(found, diagnostics), diagnostics };
}

/** Returns an entry that can be used, or its problem. `limit` is where the directory starts, and files end. */
function checkEntry(
  bytes: Uint8Array | LazyBytes,
  declared: DirectoryEntry,
  limit: number,
): ZipEntry | PackageDiagnostic {
  const { name: path, flags, method, crc32, packedSize, size, headerOffset, at } = declared;
  const fail = (code: PackageDiagnosticCode, message: string, offset = at): PackageDiagnostic => ({
    code,
    message: `Entry ${JSON.stringify(path)} ${message}`,
    offset,
    entry: path,
  });
  const problem = nameProblem(path);
  if (problem !== undefined) return fail("USDZ_NAME", `has an invalid name: ${problem}`);
  if ((flags & IS_ENCRYPTED) !== 0) return fail("USDZ_UNSUPPORTED", "is encrypted, expected plain bytes");
  if (method !== STORED) return fail("USDZ_UNSUPPORTED", `is compressed (method ${method}), expected stored bytes`);
  if (packedSize !== size) return fail("USDZ_ENTRY", `is stored in ${packedSize} bytes and has ${size}`);
  const header = readLocalHeader(bytes, headerOffset, limit);
  if (header === undefined) return fail("USDZ_ENTRY", `has no header at offset ${headerOffset}`);
  if (header.name !== path) {
    return fail("USDZ_ENTRY", `has the name ${JSON.stringify(header.name)} in its own header`, headerOffset);
  }
  if (header.method !== STORED) {
    return fail("USDZ_UNSUPPORTED", "is compressed by its own header, expected stored bytes", headerOffset);
  }
  const offset = header.end;
  if (offset + size > limit) return fail("USDZ_ENTRY", `of ${size} bytes at offset ${offset} is cut off`, headerOffset);
  return { path, offset, size, crc32, headerOffset };
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
