/** The entries of a SOG archive: those that are stored or deflated, without encryption. */
import { readDirectory, readLocalHeader, type DirectoryEntry } from "@usdkit/usdz";
import { AssetError, type AssetProblem } from "../errors/asset-error.ts";
import { inflate } from "./inflate.ts";
import type { ByteBudget } from "../limits/byte-budget.ts";

/** Of a local header, with which archives start. */
const SIGNATURE = 0x04034b50;
/** Maximum number of listed entries; a file of splats has fewer than ten. */
const MAX_ENTRIES = 256;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

/** Returns the first entries of an archive by its directory; null if the bytes are not an archive, or are truncated. */
export function zipEntries(bytes: Uint8Array): readonly DirectoryEntry[] | null {
  if (bytes.length < 4 || new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) !== SIGNATURE) return null;
  const { entries, problem } = readDirectory(bytes, MAX_ENTRIES);
  return problem === undefined ? entries : null;
}

/**
 * Returns the bytes of an entry.
 *
 * @throws {AssetError} if the entry is truncated, encrypted, compressed by another method, or longer than declared.
 */
export async function readZipEntry(bytes: Uint8Array, entry: DirectoryEntry, budget: ByteBudget): Promise<Uint8Array> {
  const { name, method, flags, packedSize, size, headerOffset: offset } = entry;
  const fail = (problem: AssetProblem, message: string): never => {
    throw new AssetError(problem, message, { where: `entry ${JSON.stringify(name)}`, offset });
  };
  const header = readLocalHeader(bytes, offset, bytes.length);
  if (header === undefined) return fail("malformed", "the archive has no header there.");
  const start = header.end;
  if (start + packedSize > bytes.length) {
    return fail("truncated", `${packedSize} bytes are declared, found ${Math.max(0, bytes.length - start)}.`);
  }
  const content = bytes.subarray(start, start + packedSize);
  if ((flags & ENCRYPTED) !== 0) return fail("unsupported", "it is encrypted. Pack the archive without a password.");
  if (method === STORED && packedSize === size) return content;
  if (method !== DEFLATED)
    return fail("unsupported", `it is packed by method ${method}; stored and deflated are read.`);
  if (size === 0) return new Uint8Array(0);
  budget.take(size, `entry ${JSON.stringify(name)}`);
  const unpacked = await inflate(content, { format: "deflate-raw", head: 1 }, () => size);
  if (unpacked.length === size) return unpacked;
  return fail("truncated", `${size} bytes are declared, found ${unpacked.length} after unpacking.`);
}
