/** Reads a file for the index of a library. Runs in threads. */
import { describeIoError } from "@usdkit/command/cli/errors";
import { fs } from "@usdkit/command/process/builtins";
import { checkLength } from "@usdkit/command/files/read-whole";
import type { FactFinding, FileFacts, FileToRead, LayerFacts, ReadOutcome } from "@usdkit/library/facts/file-facts";
import { readLayerFacts } from "@usdkit/library/facts/read-layer-facts";
import { isAssetUri, openLayer, pathResolver, type OpenedLayer, type Resolver } from "@usdkit/usd";
import { checkScene, type CheckOptions, type Finding } from "@usdkit/validate";
import { checkSource } from "../check/check-source.ts";
import { composeFacts } from "./compose-facts.ts";

/** How a file is read. */
export interface ReadSettings {
  /** Of its configuration; null: it is not checked. */
  readonly checks: CheckOptions | null;
  /** Whether a stage of this file alone is composed. */
  readonly composes: boolean;
}

/** Files up to this size are read at once. */
const MAX_AT_ONCE = 64 << 20;
/** Bytes of larger ones that are hashed at a time. */
const CHUNK = 1 << 20;
/** A file that changes while it is read is read again. */
const ATTEMPTS = 3;

/** Small files are read to the same bytes one after the other: nothing of a file is used after its facts are made. */
const SMALL = 1 << 20;
const reused: Buffer = Buffer.allocUnsafeSlow(SMALL);

interface Content {
  /** Null for a large file that is no layer. */
  readonly bytes: Uint8Array | null;
  readonly hash: string;
  readonly size: number;
  readonly modified: number;
}

/** Never throws: what cannot be read is the problem of its file. */
export async function readFileFacts(file: FileToRead, settings: ReadSettings): Promise<ReadOutcome> {
  try {
    const { bytes, ...content } = readContent(file);
    const isKnown = content.hash === file.knownHash;
    if (bytes === null || isKnown) return { facts: { ...content, layer: null, findings: null, stage: null } };
    return { facts: { ...content, ...(await readLayer(file, bytes, settings)) } };
  } catch (error) {
    return { problem: describeIoError(error) };
  }
}

async function readLayer(
  { file }: FileToRead,
  bytes: Uint8Array,
  { checks, composes }: ReadSettings,
): Promise<Pick<FileFacts, "layer" | "findings" | "stage">> {
  const opened = openLayer(bytes);
  const { encoding, diagnostics } = opened;
  const layer = readLayerFacts(opened.layer, { encoding, problem: diagnostics[0]?.message ?? null });
  const findings = checks === null ? null : (await checkOpened(bytes, opened, checks)).map(rowOf);
  const stage =
    composes && isAlone(layer)
      ? await composeFacts(file, aloneResolver(file, bytes, opened), mostPrims(bytes, layer))
      : null;
  return { layer, findings, stage };
}

/** Returns the findings of a file that is open: a text without problems is not parsed again. */
async function checkOpened(
  bytes: Uint8Array,
  { encoding, inner, diagnostics, layer }: OpenedLayer,
  checks: CheckOptions,
): Promise<readonly Finding[]> {
  const isWhole = encoding === "usda" && inner.length === 0 && diagnostics.length === 0;
  return isWhole ? checkScene(layer, checks).findings : (await checkSource(bytes, checks, "none")).findings;
}

/** Whether the stage of a layer is made of it alone. An address of another machine is no file, as it is when links are looked up. */
function isAlone({ defaultPrim, links }: LayerFacts): boolean {
  return defaultPrim !== null && links.every(({ arc, path }) => arc === "asset" || (path !== null && isAssetUri(path)));
}

/** Words of the arcs that bring prims of a layer to other places of it. */
const ARCS = ["references", "payload", "inherits", "specializes"];

/** Returns the number of prim specs of a text without arcs: its stage has no more prims. */
function mostPrims(bytes: Uint8Array, { encoding, primCount }: LayerFacts): number | undefined {
  if (encoding !== "usda") return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return ARCS.some((word) => text.includes(word)) ? undefined : primCount;
}

/** A resolver of one file, which is open already. */
function aloneResolver(file: string, bytes: Uint8Array, opened: OpenedLayer): Resolver {
  const isFile = (path: string): boolean => path === file;
  const resolver = pathResolver({ read: (path) => (isFile(path) ? bytes : undefined), exists: isFile });
  return { ...resolver, open: (source, inner) => (inner.length === 0 ? opened : openLayer(source, { inner })) };
}

function rowOf({ rule, severity, message, primPath, start }: Finding): FactFinding {
  return { rule, severity, message, prim: primPath, line: start.line, column: start.column };
}

/** @throws {Error} of the file system, or that the file does not stop to change */
function readContent({ location, isLayer }: FileToRead): Content {
  const descriptor = fs.openSync(typeof location === "string" ? location : Buffer.from(location), "r");
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = fs.fstatSync(descriptor);
      const { bytes, hash, size } = readAll(descriptor, before.size, isLayer);
      const after = fs.fstatSync(descriptor);
      if (after.mtimeMs === before.mtimeMs && after.size === size)
        return { bytes, hash, size, modified: after.mtimeMs };
    }
  } finally {
    fs.closeSync(descriptor);
  }
  throw new Error("it changes while it is read");
}

function readAll(descriptor: number, size: number, isLayer: boolean): Omit<Content, "modified"> {
  const { hash, createHash } = process.getBuiltinModule("node:crypto");
  if (isLayer || size <= MAX_AT_ONCE) {
    checkLength(size);
    const bytes = size <= SMALL ? reused.subarray(0, size) : Buffer.allocUnsafeSlow(size);
    const length = fill(descriptor, bytes, 0);
    const read = bytes.subarray(0, length);
    return { bytes: isLayer ? read : null, hash: hash("sha256", read), size: length };
  }
  const sum = createHash("sha256");
  const chunk = Buffer.allocUnsafeSlow(CHUNK);
  let at = 0;
  for (let length = fill(descriptor, chunk, 0); length > 0; length = fill(descriptor, chunk, at)) {
    sum.update(chunk.subarray(0, length));
    at += length;
  }
  return { bytes: null, hash: sum.digest("hex"), size: at };
}

/** Returns how many bytes there are. */
function fill(descriptor: number, bytes: Uint8Array, position: number): number {
  let length = 0;
  while (length < bytes.length) {
    const read = fs.readSync(descriptor, bytes, length, bytes.length - length, position + length);
    if (read === 0) break;
    length += read;
  }
  return length;
}
