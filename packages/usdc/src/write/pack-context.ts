/** What the packers of values share: the file, its tables, and the values that it has already. */
import { ByteBuilder } from "../encode/byte-builder.ts";
import { IntList } from "../encode/int-list.ts";
import { COMPRESSED_INTEGERS, versionText } from "../structure/version.ts";
import { ContentTable, KEPT_LENGTH } from "./content-table.ts";
import { Output } from "./output.ts";
import { PathWriter } from "./path-writer.ts";
import type { ValueRep } from "../values/value-rep.ts";
import { offsetRep } from "../values/value-rep.ts";
import { TokenWriter } from "./tables.ts";
import { UsdcWriteError } from "./usdc-write-error.ts";

/** The state of a crate that is written. */
export class PackContext {
  readonly output: Output;
  readonly tokens: TokenWriter = new TokenWriter();
  /** By string: its token. */
  readonly strings: IntList = new IntList();
  readonly paths: PathWriter;
  /** The version that the layout of values is for. */
  readonly layoutMinor: number;
  /** The lowest version that holds what was written. */
  neededMinor: number;
  private readonly isFixed: boolean;
  /** By token: the index of the string with that text plus one, 0 if there is none. */
  private readonly stringIndexes: IntList = new IntList();
  private known: ContentTable = new ContentTable();
  /** Empty ones, to be used again. */
  private readonly builders: ByteBuilder[] = [];
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
    const { stringIndexes } = this;
    const token = this.tokens.add(text);
    while (stringIndexes.length <= token) stringIndexes.push(0);
    const known = stringIndexes.get(token);
    if (known !== 0) return known - 1;
    const index = this.strings.push(token);
    stringIndexes.set(token, index + 1);
    return index;
  }

  get compressesIntegers(): boolean {
    return this.layoutMinor >= COMPRESSED_INTEGERS;
  }

  /** An empty builder; values hold others, so several are in use at the same time. */
  builder(): ByteBuilder {
    return this.builders.pop() ?? new ByteBuilder(256);
  }

  /** Writes a value once: the representation of the same bytes of the same type if there is one. Takes the builder back. */
  addBuilt(type: number, builder: ByteBuilder): ValueRep {
    const { length } = builder;
    const isKept = length >= KEPT_LENGTH;
    const bytes = isKept ? builder.finish().slice() : builder.bytes;
    const rep = this.known.addOnce(type, bytes, length, () => offsetRep(type, this.output.writeBuilt(builder)));
    if (!isKept) this.builders.push(builder.clear());
    return rep;
  }

  /** The representation of an array that was written before, or what `write` returns. */
  addArray(key: number, bytes: Uint8Array, write: () => ValueRep): ValueRep {
    return this.known.addOnce(key, bytes, bytes.length, write);
  }

  /** Drops what only further values would need. */
  finish(): void {
    this.known = new ContentTable();
    this.stringIndexes.clear();
    this.paths.finish();
  }
}
