import { CrateError } from "../bytes/crate-diagnostic.ts";

/** Elements and items that a file of any size may have; a limit per byte of the file is added. */
const BASE = 1 << 20;
/** Maximum number of elements of compressed arrays per byte of the file: integer coding and LZ4 expand a byte to at most this many. */
const MAX_ELEMENTS_PER_BYTE = 1020;
/** Maximum number of list items, dictionary entries and time samples per byte of the file. */
const MAX_ITEMS_PER_BYTE = 4;

/**
 * Limits how many elements and items are read. In a valid file each byte belongs to one value. In a malicious file values
 * overlap, so that reading a few bytes could take hours.
 */
export class Budget {
  private elements: number;
  private items: number;

  constructor(fileSize: number) {
    this.elements = BASE + fileSize * MAX_ELEMENTS_PER_BYTE;
    this.items = BASE + fileSize * MAX_ITEMS_PER_BYTE;
  }

  /** Counts elements of compressed arrays; throws CrateError at `offset` if they exceed the limit. */
  takeElements(count: number, offset: number): void {
    this.elements -= count;
    if (this.elements < 0) throw exhausted(offset);
  }

  /** Counts list items; throws CrateError at `offset` if they exceed the limit. */
  takeItems(count: number, offset: number): void {
    this.items -= count;
    if (this.items < 0) throw exhausted(offset);
  }
}

function exhausted(offset: number): CrateError {
  return new CrateError("USDC_LIMIT", offset, "Values overlap: they have more items than a file of this size can hold");
}
