/** The tables of a crate while it is written: each token, string, field and set of fields once. */
import { encodeUtf8 } from "@usdkit/layer";
import { END_OF_SET } from "../structure/structure.ts";
import { UsdcWriteError } from "./usdc-write-error.ts";

/** The bytes of a text; lone surrogates U+DC80–U+DCFF are bytes that are not UTF-8. */
function textBytes(text: string): Uint8Array {
  if (text.isWellFormed()) return encodeUtf8(text);
  const parts: number[] = [];
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (character.length === 1 && code >= 0xdc80 && code <= 0xdcff) parts.push(code - 0xdc00);
    else parts.push(...encodeUtf8(character));
  }
  return Uint8Array.from(parts);
}

/** Tokens by text. */
export class TokenWriter {
  /**
   * The first token is never the name of a property: elements of property paths are negative indexes, and there is no
   * negative zero. The reference puts the same token there.
   */
  readonly texts: string[] = [";-)"];
  private readonly indexes: Map<string, number> = new Map([[";-)", -1]]);

  add(text: string): number {
    const known = this.indexes.get(text);
    if (known !== undefined && known >= 0) return known;
    if (text.includes("\0"))
      throw new UsdcWriteError(`A crate cannot hold text with a NUL character: ${JSON.stringify(text)}`);
    const index = this.texts.push(text) - 1;
    this.indexes.set(text, index);
    return index;
  }

  /** All texts, each with a zero byte after it. */
  bytes(): Uint8Array {
    const parts = this.texts.map(textBytes);
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 1, 0));
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length + 1;
    }
    return bytes;
  }
}

/** Lists of numbers, each once: an index for a list, found by its content. */
export class ListTable {
  /** The lists one after the other, each with an end mark. */
  readonly values: number[] = [];
  private readonly starts: Map<number, number[]> = new Map();

  /** Adds a list that ends with {@link END_OF_SET}; returns where it starts. */
  add(list: readonly number[]): number {
    let hash = list.length;
    for (const value of list) hash = Math.imul(hash ^ value, 0x01000193) ^ (hash >>> 15);
    const candidates = this.starts.get(hash);
    for (const start of candidates ?? []) if (this.isAt(start, list)) return start;
    const start = this.values.length;
    for (const value of list) this.values.push(value);
    this.values.push(END_OF_SET);
    if (candidates === undefined) this.starts.set(hash, [start]);
    else candidates.push(start);
    return start;
  }

  private isAt(start: number, list: readonly number[]): boolean {
    for (let i = 0; i < list.length; i++) if (this.values[start + i] !== list[i]) return false;
    return this.values[start + list.length] === END_OF_SET;
  }
}

/** Fields by name and value. */
export class FieldTable {
  readonly names: number[] = [];
  /** Two words for each field, the low one first. */
  readonly reps: number[] = [];
  private table: Int32Array = new Int32Array(1024).fill(-1);

  /** The index of the field with that name and representation. */
  add(name: number, low: number, high: number): number {
    if (this.names.length * 2 > this.table.length) this.grow();
    let slot = this.slot(name, low, high);
    for (let index = this.table[slot]; index >= 0; index = this.table[slot]) {
      if (this.names[index] === name && this.reps[2 * index] === low && this.reps[2 * index + 1] === high) return index;
      slot = (slot + 1) & (this.table.length - 1);
    }
    const index = this.names.push(name) - 1;
    this.reps.push(low, high);
    this.table[slot] = index;
    return index;
  }

  private slot(name: number, low: number, high: number): number {
    let hash = Math.imul(name, 0x9e3779b1) ^ Math.imul(low, 0x85ebca6b) ^ Math.imul(high, 0xc2b2ae35);
    hash ^= hash >>> 15;
    return Math.imul(hash, 0x2c1b3c6d) & (this.table.length - 1);
  }

  private grow(): void {
    this.table = new Int32Array(this.table.length * 2).fill(-1);
    for (let i = 0; i < this.names.length; i++) {
      let slot = this.slot(this.names[i], this.reps[2 * i], this.reps[2 * i + 1]);
      while (this.table[slot] >= 0) slot = (slot + 1) & (this.table.length - 1);
      this.table[slot] = i;
    }
  }
}
