/** The blocks of all lazily read files that are kept, the least recently used of which is dropped. */

/** Bytes of a file that were read together. */
export interface ByteBlock {
  /** Offset of the first byte in the file. */
  readonly start: number;
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** The kept blocks of one file, by number. */
export type BlockTable = Map<number, ByteBlock>;

/** Keeps blocks of many files within one limit of bytes. */
export class RecentBlocks {
  private readonly limit: number;
  private size = 0;
  /** In the order of their last use. Tables are without their file, which can be collected meanwhile. */
  private readonly blocks: Map<ByteBlock, { readonly table: BlockTable; readonly number: number }> = new Map();

  /** @param limit bytes of all blocks */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Notes the use of a block of `table`. */
  use(table: BlockTable, number: number): ByteBlock | undefined {
    const block = table.get(number);
    if (block === undefined) return undefined;
    const entry = this.blocks.get(block);
    if (entry !== undefined) {
      this.blocks.delete(block);
      this.blocks.set(block, entry);
    }
    return block;
  }

  add(table: BlockTable, number: number, block: ByteBlock): void {
    table.set(number, block);
    this.blocks.set(block, { table, number });
    this.size += block.bytes.length;
    for (const [oldest, entry] of this.blocks) {
      if (this.size <= this.limit || oldest === block) break;
      this.drop(oldest, entry);
    }
  }

  /** Drops every block of a file. */
  clear(table: BlockTable): void {
    for (const [number, block] of table) this.drop(block, { table, number });
  }

  private drop(block: ByteBlock, { table, number }: { readonly table: BlockTable; readonly number: number }): void {
    table.delete(number);
    if (this.blocks.delete(block)) this.size -= block.bytes.length;
  }
}
