/** Prims by parent and name: no two may be the same. */
import type { Frame } from "./frame.ts";
import * as frames from "./frame.ts";
import { OwnerTable } from "./owner-table.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { FEW_CHILDREN, OwnerKind } = frames;

/**
 * The prims of a text. The children of a prim stand in its frame while they are few: to look through them takes less time
 * than one access to a large table, which is seldom in a near cache. Where they are more they are in a table, and so are
 * those of variants, which may be written in several blocks.
 */
export class PrimIndex {
  private readonly table: OwnerTable = new OwnerTable();

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
    const { childNames, childRecords, childCount, identity } = frame;
    const isWhole = frame.kind === OwnerKind.prim || frame.kind === OwnerKind.root;
    if (!isWhole || childCount > FEW_CHILDREN) return this.table.add(words, identity, name, record);
    for (let i = 0; i < childCount; i++) if (childNames[i] === name) return childRecords[i];
    frame.childCount = childCount + 1;
    if (childCount < FEW_CHILDREN) {
      childNames[childCount] = name;
      childRecords[childCount] = record;
      return 0;
    }
    for (let i = 0; i < childCount; i++) this.table.add(words, identity, childNames[i], childRecords[i]);
    return this.table.add(words, identity, name, record);
  }
}
