/** Finds prims by parent and name, to detect duplicates. */
import type { Frame } from "../read/frame.ts";
import { OwnerKind } from "../read/frame.ts";
import { OwnerTable } from "./owner-table.ts";

/** Up to this many children of one parent are searched linearly. */
const FEW = 16;
/** Nesting depth that is allocated initially. */
const USUAL_DEPTH = 64;

/**
 * The prims of a text. The children of each open block are stored contiguously while they are few: a linear search
 * takes less time than one access to a large table, which is seldom in a near cache. If there are more, they are in a
 * table, and so are those of variants, which may be written in several blocks.
 */
export class PrimIndex {
  private readonly table: OwnerTable = new OwnerTable();
  // For each nesting depth, names and records of the children of the open block.
  private names: Int32Array = new Int32Array(USUAL_DEPTH * FEW);
  private records: Uint32Array = new Uint32Array(USUAL_DEPTH * FEW);

  /** Clears the index, for a new text. */
  reset(): void {
    this.table.reset();
  }

  /**
   * Adds the prim at `record`, unless there is one with the same parent and name; returns that one's record,
   * otherwise 0.
   *
   * @param words the words of the tape
   * @param frame the frame of the parent
   */
  add(words: Uint32Array, frame: Frame, name: number, record: number): number {
    const { childCount, identity } = frame;
    const isWhole = frame.kind === OwnerKind.prim || frame.kind === OwnerKind.root;
    if (!isWhole || childCount > FEW) return this.table.add(words, identity, name, record);
    const begin = frame.depth * FEW;
    const end = begin + childCount;
    if (end >= this.names.length) this.grow(end);
    const { names, records } = this;
    for (let i = begin; i < end; i++) if (names[i] === name) return records[i];
    frame.childCount = childCount + 1;
    if (childCount < FEW) {
      names[end] = name;
      records[end] = record;
      return 0;
    }
    for (let i = begin; i < end; i++) this.table.add(words, identity, names[i], records[i]);
    return this.table.add(words, identity, name, record);
  }

  private grow(index: number): void {
    const size = Math.max(this.names.length * 2, index + 1);
    const names = new Int32Array(size);
    names.set(this.names);
    this.names = names;
    const records = new Uint32Array(size);
    records.set(this.records);
    this.records = records;
  }
}
