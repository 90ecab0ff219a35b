/** The prims of a checked layer, with what the rules reported on each. */
import type { Reported } from "./arrange-findings.ts";

/** What rules of the scope `prim` reported on one prim. */
export interface PrimFindings {
  /** Offset of the prim when they were reported: their ranges move with it. */
  readonly base: number;
  readonly reported: readonly Reported[];
  /** Indices of the rules that noted the prim. */
  readonly notedBy: readonly number[];
}

/** Bits of {@link PrimTable.flags}. */
export const IS_UNDEFINED = 1;
/** Inactive, or below an inactive prim. */
export const IS_INACTIVE = 2;
export const IS_CAMERA = 4;
export const IS_RENDER_SETTINGS = 8;
export const IS_DRAWN = 16;
/** The prim has a type that the service does not read. */
export const IS_IGNORED_TYPE = 32;

const START = 0;
const END = 1;
const SIZE = 2;
const FLAGS = 3;
const WIDTH = 4;

/** One row a prim, in the order of the traversal: parents first. Prims in variants have no row. */
export class PrimTable {
  #words: Uint32Array = new Uint32Array(64 * WIDTH);
  #length = 0;
  /** Names and types are shared by the rows, so a reference each. */
  readonly #names: string[] = [];
  readonly #types: string[] = [];
  readonly #found = new Map<number, PrimFindings>();

  get length(): number {
    return this.#length;
  }

  /** Adds a row whose size (1) and flags (0) are set later; returns it. */
  add(start: number, end: number, name: string, typeName: string): number {
    const row = this.#length++;
    if (this.#length * WIDTH > this.#words.length) {
      const words = new Uint32Array(this.#words.length * 2);
      words.set(this.#words);
      this.#words = words;
    }
    this.#words.set([start, end, 1, 0], row * WIDTH);
    this.#names.push(name);
    this.#types.push(typeName);
    return row;
  }

  /** Adds the rows of a prim and of those below it, moved by `shift` bytes. */
  copy(from: PrimTable, row: number, shift: number): void {
    const end = row + from.sizeOf(row);
    for (let at = row; at < end; at++) {
      const copy = this.add(from.startOf(at) + shift, from.endOf(at) + shift, from.nameOf(at), from.typeOf(at));
      this.#words[copy * WIDTH + SIZE] = from.sizeOf(at);
      this.#words[copy * WIDTH + FLAGS] = from.flagsOf(at);
      const found = from.#found.get(at);
      if (found !== undefined) this.#found.set(copy, found);
    }
  }

  /** Offset of the prim's first byte. */
  startOf(row: number): number {
    return this.#words[row * WIDTH + START];
  }

  endOf(row: number): number {
    return this.#words[row * WIDTH + END];
  }

  /** Number of rows of the prim and all below it. */
  sizeOf(row: number): number {
    return this.#words[row * WIDTH + SIZE];
  }

  setSize(row: number, size: number): void {
    this.#words[row * WIDTH + SIZE] = size;
  }

  flagsOf(row: number): number {
    return this.#words[row * WIDTH + FLAGS];
  }

  setFlags(row: number, flags: number): void {
    this.#words[row * WIDTH + FLAGS] = flags;
  }

  nameOf(row: number): string {
    return this.#names[row];
  }

  typeOf(row: number): string {
    return this.#types[row];
  }

  /** Sets what the rules reported on the prim of a row. */
  setFindings(row: number, reported: readonly Reported[], notedBy: readonly number[]): void {
    this.#found.set(row, { base: this.startOf(row), reported, notedBy });
  }

  /** Rows with findings or notes, in their order. */
  get found(): ReadonlyMap<number, PrimFindings> {
    return this.#found;
  }

  /** Returns the row of each prim directly below one (-1 for the layer), by its offset. */
  childrenOf(row: number): ReadonlyMap<number, number> {
    const children = new Map<number, number>();
    const end = row < 0 ? this.#length : row + this.sizeOf(row);
    for (let at = row + 1; at < end; at += this.sizeOf(at)) children.set(this.startOf(at), at);
    return children;
  }
}
