/** Parts of a file behind a URL. */
import { ByteReadError, MissingBytesError, type ByteReader } from "@usdkit/base";
import { fetchPart, isSameVersion, type ByteSpan, type FileVersion, type PartReply } from "./http-reply.ts";
import type { HttpRequests } from "./http-request.ts";

/** Bytes are fetched in blocks of this size, aligned to it. */
const BLOCK_SIZE = 1 << 16;
/** Blocks between wanted ones that are fetched with them: a request costs more than they do. */
const MAX_GAP = 2;
/** Blocks of one request. */
const MAX_BLOCKS = 256;
/** Requests of one file at a time. */
const MAX_REQUESTS = 6;

/** A file that a server sends in parts. */
export interface HttpFile {
  readonly url: string;
  readonly size: number;
  readonly version: FileVersion;
}

/**
 * Reads parts of a file that were fetched; for others it throws an error that fetches them. Every part is of the content that the file
 * had when it was opened: a reply with another version or size is an error, and so is every later read of what is not there yet.
 * What was fetched is kept until the reader is closed.
 */
export class HttpReader implements ByteReader {
  readonly name: string;
  readonly size: number;
  private readonly version: FileVersion;
  private readonly requests: HttpRequests;
  /** By number. */
  private readonly blocks: Map<number, Uint8Array> = new Map();
  /** Blocks that are to be fetched next, together. */
  private wanted: Set<number> = new Set();
  private next: Promise<void> | undefined;
  /** By block: its request. */
  private readonly fetching: Map<number, Promise<void>> = new Map();
  private problem: ByteReadError | undefined;

  /** @param head the first bytes of the file */
  constructor({ url, size, version }: HttpFile, head: Uint8Array, requests: HttpRequests) {
    this.name = url;
    this.size = size;
    this.version = version;
    this.requests = requests;
    this.keep(0, head);
  }

  read(start: number, end: number, target?: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const missing: number[] = [];
    for (let block = blockOf(start); block * BLOCK_SIZE < end; block++)
      if (!this.blocks.has(block)) missing.push(block);
    if (missing.length > 0) {
      if (this.problem !== undefined) throw this.problem;
      const message = `The bytes ${start} to ${end} of ${JSON.stringify(this.name)} are not there yet: wait for stage.prefetch`;
      throw new MissingBytesError(message, () => this.fetch(missing));
    }
    const bytes = target ?? new Uint8Array(end - start);
    for (let at = start; at < end;) {
      const block = blockOf(at);
      const from = at - block * BLOCK_SIZE;
      const part = this.blocks.get(block)?.subarray(from, from + end - at);
      // Every block is there, and reaches to the next one.
      if (part === undefined || part.length === 0) break;
      bytes.set(part, at - start);
      at += part.length;
    }
    return bytes;
  }

  close(): void {
    this.blocks.clear();
    this.problem ??= this.error("was closed", "open it again to read more of it");
  }

  /** Fetches blocks; those that are asked for at the same time are fetched together. */
  private async fetch(blocks: readonly number[]): Promise<void> {
    for (const block of blocks) if (!this.blocks.has(block) && !this.fetching.has(block)) this.wanted.add(block);
    this.next ??= Promise.resolve().then(() => this.fetchWanted());
    await this.next;
    await Promise.all(blocks.map(async (block) => this.fetching.get(block)));
    if (this.problem !== undefined) throw this.problem;
  }

  private async fetchWanted(): Promise<void> {
    const runs = runsOf([...this.wanted].sort((a, b) => a - b));
    this.wanted = new Set();
    this.next = undefined;
    const lanes = Array.from({ length: MAX_REQUESTS }, () => Promise.resolve());
    for (const [i, run] of runs.entries()) {
      const done = lanes[i % MAX_REQUESTS].then(() => this.fetchRun(run));
      lanes[i % MAX_REQUESTS] = done;
      for (let block = run.start; block < run.end; block++) this.fetching.set(block, done);
    }
    await Promise.all(lanes);
  }

  /** Fetches blocks that follow each other. A reply may have fewer bytes than were asked for. */
  private async fetchRun({ start: firstBlock, end: endBlock }: ByteSpan): Promise<void> {
    const end = Math.min(endBlock * BLOCK_SIZE, this.size);
    const parts: Uint8Array[] = [];
    let at = firstBlock * BLOCK_SIZE;
    try {
      while (at < end && this.problem === undefined) {
        // oxlint-disable-next-line no-await-in-loop -- the rest of a part is asked for after it came short
        const bytes = await this.fetchSpan({ start: at, end });
        parts.push(bytes);
        at += bytes.length;
      }
      if (this.problem === undefined) this.keep(firstBlock, joined(parts));
    } catch (error) {
      this.problem ??= error instanceof ByteReadError ? error : this.described(error);
    } finally {
      for (let block = firstBlock; block < endBlock; block++) this.fetching.delete(block);
    }
  }

  private async fetchSpan(span: ByteSpan): Promise<Uint8Array> {
    const reply = await fetchPart(this.name, span, this.size, this.requests);
    if (reply.kind === "missing")
      throw this.error("was removed while it was in use", "restore it, or open what replaced it");
    if (reply.kind === "large" || sizeOf(reply) !== this.size || !isSameVersion(this.version, reply.version)) {
      throw this.error("was changed while it was in use", "open it again to read what it has now");
    }
    if (reply.kind === "whole") return reply.bytes.subarray(span.start, span.end);
    if (reply.bytes.length === 0) throw this.error("cannot be read (the server sent no bytes)", "open it again");
    return reply.bytes;
  }

  /** Keeps the bytes from a block on; a last one that is not complete is not kept. */
  private keep(firstBlock: number, bytes: Uint8Array): void {
    for (let at = 0, block = firstBlock; at < bytes.length; at += BLOCK_SIZE, block++) {
      const part = bytes.subarray(at, at + BLOCK_SIZE);
      if (part.length === BLOCK_SIZE || block * BLOCK_SIZE + part.length === this.size) this.blocks.set(block, part);
    }
  }

  private described(error: unknown): ByteReadError {
    const reason = error instanceof Error ? error.message : String(error);
    return this.error(`cannot be read (${reason})`, "open it again when it can be read");
  }

  private error(what: string, remedy: string): ByteReadError {
    return new ByteReadError(this.name, `${JSON.stringify(this.name)} ${what}: ${remedy}`);
  }
}

function sizeOf(reply: Extract<PartReply, { readonly bytes: Uint8Array }>): number {
  return reply.kind === "part" ? reply.size : reply.bytes.length;
}

function blockOf(offset: number): number {
  return Math.floor(offset / BLOCK_SIZE);
}

/** Returns runs of blocks that are fetched with one request. @param blocks ascending */
function runsOf(blocks: readonly number[]): readonly ByteSpan[] {
  const runs: { start: number; end: number }[] = [];
  for (const block of blocks) {
    const last = runs.at(-1);
    const isNear = last !== undefined && block - last.end <= MAX_GAP && block - last.start < MAX_BLOCKS;
    if (isNear) last.end = block + 1;
    else runs.push({ start: block, end: block + 1 });
  }
  return runs;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0];
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
