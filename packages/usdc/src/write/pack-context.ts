/** What the packers of values share: the file, its tables, and the values that it has already. */
import { ByteBuilder } from "../encode/byte-builder.ts";
import { COMPRESSED_INTEGERS, versionText } from "../structure/version.ts";
import { Output } from "./output.ts";
import { PathWriter } from "./path-writer.ts";
import type { Rep } from "./rep.ts";
import { offsetRep } from "./rep.ts";
import { TokenWriter } from "./tables.ts";
import { UsdcWriteError } from "./usdc-write-error.ts";

/** Content that was written before, with its representation. */
interface Known {
  readonly key: number;
  readonly bytes: Uint8Array;
  readonly rep: Rep;
}

/** The state of a crate that is written. */
export class PackContext {
  readonly output: Output;
  readonly tokens: TokenWriter = new TokenWriter();
  readonly strings: number[] = [];
  readonly paths: PathWriter;
  /** The version that the layout of values is for. */
  readonly layoutMinor: number;
  /** The lowest version that holds what was written. */
  neededMinor: number;
  private readonly isFixed: boolean;
  private readonly stringIndexes: Map<string, number> = new Map();
  private readonly known: Map<number, Known[]> = new Map();
  /** The spec that is written, for messages. */
  spec: { readonly path: string } | undefined;

  /** @param minor the version to write; a lower bound unless `isFixed` */
  constructor(start: number, minor: number, isFixed: boolean) {
    this.output = new Output(start);
    this.paths = new PathWriter(this.tokens);
    this.layoutMinor = minor;
    this.neededMinor = minor;
    this.isFixed = isFixed;
  }

  error(message: string): UsdcWriteError {
    return new UsdcWriteError(message, this.spec?.path);
  }

  /** Takes note of content that only versions from `minor` on have. */
  require(minor: number, what: string): void {
    if (minor <= this.neededMinor) return;
    if (this.isFixed) {
      const needed = versionText({ major: 0, minor, patch: 0 });
      const asked = versionText({ major: 0, minor: this.layoutMinor, patch: 0 });
      throw this.error(`${what} needs crate version ${needed}, but ${asked} was asked for`);
    }
    this.neededMinor = minor;
  }

  string(text: string): number {
    const index = this.stringIndexes.get(text);
    if (index !== undefined) return index;
    this.strings.push(this.tokens.add(text));
    this.stringIndexes.set(text, this.strings.length - 1);
    return this.strings.length - 1;
  }

  get compressesIntegers(): boolean {
    return this.layoutMinor >= COMPRESSED_INTEGERS;
  }

  /** A builder for a value that may hold others; it is not shared, since they are built at the same time. */
  builder(): ByteBuilder {
    return new ByteBuilder(64);
  }

  /** Writes a value once: the representation of the same bytes of the same type if there is one. */
  addBytes(type: number, bytes: Uint8Array): Rep {
    return this.addOnce(type, bytes, () => offsetRep(type, this.output.write(bytes)));
  }

  /** The representation of content that was written before, or what `write` returns. */
  addOnce(key: number, bytes: Uint8Array, write: () => Rep): Rep {
    const hash = hashBytes(bytes, key);
    const found = this.known.get(hash);
    for (const each of found ?? []) if (each.key === key && sameBytes(each.bytes, bytes)) return each.rep;
    const rep = write();
    // Short content is copied, so that it does not keep the buffer that it was built in.
    const entry = { key, bytes: bytes.length < 1024 ? bytes.slice() : bytes, rep };
    if (found === undefined) this.known.set(hash, [entry]);
    else found.push(entry);
    return rep;
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Four bytes at a time if they are aligned; equal content gives equal hashes only if it is aligned alike. */
function hashBytes(bytes: Uint8Array, seed: number): number {
  let hash = Math.imul(bytes.length ^ (seed << 16), 0x9e3779b1);
  const isAligned = bytes.byteOffset % 4 === 0 && bytes.length >= 64;
  let i = 0;
  if (isAligned) {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    for (const word of words) {
      hash = Math.imul(hash ^ word, 0x85ebca6b);
      hash ^= hash >>> 13;
    }
    i = words.length * 4;
  }
  for (; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash ^ (hash >>> 16);
}
