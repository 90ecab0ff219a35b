/** The entries of a ZIP archive (APPNOTE 6.3.10, 4.3): those that are stored or deflated, without encryption or ZIP64. */
import { AssetError, type AssetProblem } from "../../errors/errors.ts";
import { inflate } from "../spz/inflate.ts";
import type { ByteBudget } from "../../limits/byte-budget.ts";

const LOCAL_HEADER = 0x04034b50;
const LOCAL_BYTES = 30;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_BYTES = 46;
const END = 0x06054b50;
/** The end record without its comment, and the longest comment. */
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
/** Maximum number of listed entries; a file of splats has fewer than ten. */
const MAX_ENTRIES = 256;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly flags: number;
  /** Compressed and uncompressed size in bytes. */
  readonly packed: number;
  readonly size: number;
  /** Offset of its local header. */
  readonly offset: number;
}

/** Returns the first entries of an archive by its directory; null if the bytes are not an archive, or are truncated. */
export function zipEntries(bytes: Uint8Array): ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < END_BYTES || view.getUint32(0, true) !== LOCAL_HEADER) return null;
  let end = bytes.length - END_BYTES;
  const first = Math.max(0, end - MAX_COMMENT);
  while (end > first && view.getUint32(end, true) !== END) end--;
  if (view.getUint32(end, true) !== END) return null;
  const count = Math.min(MAX_ENTRIES, view.getUint16(end + 10, true));
  const entries: ZipEntry[] = [];
  for (let i = 0, at = view.getUint32(end + 16, true); i < count; i++) {
    if (at + DIRECTORY_BYTES > end || view.getUint32(at, true) !== DIRECTORY_HEADER) return null;
    const nameLength = view.getUint16(at + 28, true);
    const nameEnd = at + DIRECTORY_BYTES + nameLength;
    if (nameEnd > end) return null;
    entries.push({
      name: new TextDecoder().decode(bytes.slice(at + DIRECTORY_BYTES, nameEnd)),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/**
 * Returns the bytes of an entry.
 *
 * @throws {AssetError} if the entry is truncated, encrypted, compressed by another method, or longer than declared.
 */
export async function readZipEntry(bytes: Uint8Array, entry: ZipEntry, budget: ByteBudget): Promise<Uint8Array> {
  const { name, method, flags, packed, size, offset } = entry;
  const fail = (problem: AssetProblem, message: string): never => {
    throw new AssetError(problem, message, { where: `entry ${JSON.stringify(name)}`, offset });
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset + LOCAL_BYTES > bytes.length || view.getUint32(offset, true) !== LOCAL_HEADER) {
    return fail("malformed", "the archive has no header there.");
  }
  const start = offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packed > bytes.length) {
    return fail("truncated", `${packed} bytes are declared, found ${Math.max(0, bytes.length - start)}.`);
  }
  const content = bytes.subarray(start, start + packed);
  if ((flags & ENCRYPTED) !== 0) return fail("unsupported", "it is encrypted. Pack the archive without a password.");
  if (method === STORED && packed === size) return content;
  if (method !== DEFLATED)
    return fail("unsupported", `it is packed by method ${method}; stored and deflated are read.`);
  if (size === 0) return new Uint8Array(0);
  budget.take(size, `entry ${JSON.stringify(name)}`);
  const unpacked = await inflate(content, { format: "deflate-raw", head: 1 }, () => size);
  if (unpacked.length === size) return unpacked;
  return fail("truncated", `${size} bytes are declared, found ${unpacked.length} after unpacking.`);
}
