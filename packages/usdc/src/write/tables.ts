/** The tables of a crate while it is written: each token, field and set of fields once. */
import { encodeUtf8 } from "@usdkit/base";
import { ByteBuilder } from "../encode/byte-builder.ts";
import { HashIndex } from "../encode/hash-index.ts";
import { IntList } from "../encode/int-list.ts";
import { END_OF_SET } from "../structure/structure.ts";
import { UsdcWriteError } from "./usdc-write-error.ts";

/**
 * The first token is never the name of a property: elements of property paths are negative indexes, and there is no negative
 * zero. The reference puts the same token there.
 */
const FIRST_TOKEN = ";-)";

/** Tokens by text, in the order in which they were added. */
export class TokenWriter {
  private readonly indexes: Map<string, number> = new Map();

  /** Number of tokens. */
  get length(): number {
    return this.indexes.size + 1;
  }

  add(text: string): number {
    const known = this.indexes.get(text);
    if (known !== undefined) return known;
    if (text.includes("\0"))
      throw new UsdcWriteError(`A crate cannot hold text with a NUL character: ${JSON.stringify(text)}`);
    const index = this.length;
    this.indexes.set(text, index);
    return index;
  }

  /** Returns all texts, each with a zero byte after it, and empties the table. */
  take(): Uint8Array {
    const builder = new ByteBuilder(1 << 12);
    addText(builder, FIRST_TOKEN);
    for (const text of this.indexes.keys()) addText(builder, text);
    this.indexes.clear();
    return builder.finish();
  }
}

/** Adds the bytes of a text and a zero; lone surrogates U+DC80–U+DCFF are bytes that are not UTF-8. */
function addText(builder: ByteBuilder, text: string): void {
  // Stryker disable next-line ConditionalExpression: only time is saved.
  if (text.isWellFormed()) builder.append(encodeUtf8(text));
  else {
    for (const character of text) {
      const code = character.charCodeAt(0);
      // A pair begins with a high surrogate, which is lower.
      if (code >= 0xdc80 && code <= 0xdcff) builder.uint8(code & 0xff);
      else builder.append(encodeUtf8(character));
    }
  }
  builder.uint8(0);
}

/** Lists of numbers, each once: an index for a list, found by its content. */
export class ListTable {
  /** The lists one after the other, each with an end mark. */
  readonly values: IntList = new IntList();
  /** By list: its start. */
  private readonly starts: IntList = new IntList();
  private readonly index: HashIndex = new HashIndex();

  /** Adds a list that ends with {@link END_OF_SET}; returns its start. */
  add(list: readonly number[]): number {
    const { index, starts, values } = this;
    let hash = list.length;
    for (const value of list) hash = Math.imul(hash ^ value, 0x01000193) ^ (hash >>> 15);
    for (let entry = index.first(hash); entry >= 0; entry = index.next()) {
      const start = starts.get(entry);
      if (this.isAt(start, list)) return start;
    }
    const start = values.length;
    for (const value of list) values.push(value);
    values.push(END_OF_SET);
    index.add(hash);
    starts.push(start);
    return start;
  }

  /** Drops what only further lists would need. */
  // Stryker disable next-line all: only memory is freed.
  finish(): void {
    // Stryker disable next-line all: only memory is freed.
    this.starts.clear();
    // Stryker disable next-line all: only memory is freed.
    this.index.clear();
  }

  private isAt(start: number, list: readonly number[]): boolean {
    for (let i = 0; i < list.length; i++) if (this.values.get(start + i) !== list[i]) return false;
    return this.values.get(start + list.length) === (END_OF_SET | 0);
  }
}

/** Fields by name and value. */
export class FieldTable {
  readonly names: IntList = new IntList();
  /** Two words for each field, the low one first. */
  readonly reps: IntList = new IntList();
  private readonly index: HashIndex = new HashIndex();

  /** The index of the field with that name and representation. */
  add(name: number, low: number, high: number): number {
    const { index, names, reps } = this;
    const hash = Math.imul(name, 0x9e3779b1) ^ Math.imul(low, 0x85ebca6b) ^ Math.imul(high, 0xc2b2ae35);
    for (let entry = index.first(hash); entry >= 0; entry = index.next()) {
      // With the hash these two decide about the high word: each factor is odd.
      if (names.get(entry) === name && reps.get(2 * entry) === (low | 0)) return entry;
    }
    names.push(name);
    reps.push(low);
    reps.push(high);
    return index.add(hash);
  }

  /** Drops what only further fields would need. */
  // Stryker disable next-line all: only memory is freed.
  finish(): void {
    // Stryker disable next-line all: only memory is freed.
    this.index.clear();
  }
}
