/** The container of GLB 2: a header, a JSON chunk and a binary chunk (glTF 2.0, 4.4). */
import { AssetError, type AssetProblem } from "../errors/asset-error.ts";
import { parseJson } from "./parse-json.ts";

export interface GlbChunks {
  /** The parsed JSON, not validated yet. */
  readonly json: unknown;
  /** The bytes of buffer 0, if there are any. */
  readonly binary: Uint8Array | null;
}

const HEAD = 12;
const CHUNK_HEAD = 8;
/** "glTF" */
const GLB_MAGIC = 0x46546c67;
const GLB_START = [0x67, 0x6c, 0x54, 0x46] as const;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
/** A JSON size that fits into a string, and far more than a mesh needs. */
const MAX_JSON = 1 << 28;

/** @throws AssetError if the chunks are not in the file, or the JSON is invalid */
export function readGlbChunks(bytes: Uint8Array): GlbChunks {
  if (GLB_START.some((byte, i) => i < bytes.length && bytes[i] !== byte))
    throw fault("malformed", "this is neither a GLB, which begins with glTF, nor the JSON of a glTF.", "header", 0);
  if (bytes.length < HEAD + CHUNK_HEAD) throw fault("truncated", "the file ends in its head.", "header", 0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4, true);
  if (version !== 2)
    throw fault("unsupported", `version 2 is supported, found ${version}. Export the file again.`, "header", 4);
  const length = view.getUint32(8, true);
  if (length > bytes.length) {
    throw fault("truncated", `${length} bytes are declared, found ${bytes.length}.`, "header", 8);
  }
  const file = { bytes, view, length };
  if (view.getUint32(16, true) !== JSON_CHUNK) throw fault("malformed", "the first chunk must be JSON.", "chunk 0", 16);
  const jsonBytes = chunk(file, HEAD, "chunk 0");
  if (jsonBytes.length > MAX_JSON)
    throw fault("limit", `${jsonBytes.length} bytes of JSON are too much.`, "chunk 0", 12);
  const next = HEAD + CHUNK_HEAD + jsonBytes.length;
  // Chunks of other types may follow, and are ignored.
  const hasBinary = next + CHUNK_HEAD <= length && view.getUint32(next + 4, true) === BINARY_CHUNK;
  return {
    json: parseJson(jsonBytes, { where: "chunk 0", offset: HEAD + CHUNK_HEAD }),
    binary: hasBinary ? chunk(file, next, "chunk 1") : null,
  };
}

/** Returns a file with a checked header; `length` is the declared one. */
interface GlbFile {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly length: number;
}

function chunk({ bytes, view, length: end }: GlbFile, at: number, where: string): Uint8Array {
  const length = view.getUint32(at, true);
  const start = at + CHUNK_HEAD;
  if (start + length > end) {
    throw fault("truncated", `${length} bytes are declared, found ${Math.max(0, end - start)}.`, where, at);
  }
  return bytes.subarray(start, start + length);
}

function fault(problem: AssetProblem, message: string, where: string, offset: number): AssetError {
  return new AssetError(problem, message, { where, offset });
}

/**
 * Returns a GLB.
 *
 * @param binary Pieces of the first buffer, whose length is a multiple of 4; without any it has no chunk.
 */
export function writeGlb(json: unknown, binary: readonly Uint8Array[], binaryLength: number): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const jsonLength = text.length + (-text.length & 3);
  const hasBinary = binaryLength > 0;
  const bytes = new Uint8Array(HEAD + CHUNK_HEAD + jsonLength + (hasBinary ? CHUNK_HEAD + binaryLength : 0));
  const view = new DataView(bytes.buffer);
  for (const [i, word] of [GLB_MAGIC, 2, bytes.length, jsonLength, JSON_CHUNK].entries()) {
    view.setUint32(4 * i, word, true);
  }
  bytes.fill(0x20, HEAD + CHUNK_HEAD, HEAD + CHUNK_HEAD + jsonLength);
  bytes.set(text, HEAD + CHUNK_HEAD);
  if (!hasBinary) return bytes;
  let at = HEAD + CHUNK_HEAD + jsonLength;
  view.setUint32(at, binaryLength, true);
  view.setUint32(at + 4, BINARY_CHUNK, true);
  at += CHUNK_HEAD;
  for (const piece of binary) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
