/** Prims by parent and name: no two may be the same. */
import type { Frame } from "../read/frame.ts";
import * as frames from "../read/frame.ts";
import { OwnerTable } from "./owner-table.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { OwnerKind } = frames;

/** So many children of one parent are looked through. */
const FEW = 16;
/** Nesting for which there is room from the beginning. */
const USUAL_DEPTH = 64;

/**
 * The prims of a text. Of each block that is open, the children stand side by side while they are few: to look through
 * them takes less time than one access to a large table, which is seldom in a near cache. Where they are more they are in
 * a table, and so are those of variants, which may be written in several blocks.
 */
export class PrimIndex {
  private readonly table: OwnerTable = new OwnerTable();
  // For each depth of nesting, names and records of the children of the block that is open there.
  private names: Int32Array = new Int32Array(USUAL_DEPTH * FEW);
  private records: Uint32Array = new Uint32Array(USUAL_DEPTH * FEW);

  /** Forgets all; for a new text. */
  reset(): void {
    this.table.reset();
  }

  /**
   * Notes the prim at `record`, unless there is one of its parent and name: gives that one's record, else 0.
   *
   * @param words the tape's
   * @param frame that of the parent
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
