import { CrateError } from "../diagnostics/types.ts";

/** What the values of a file may have in all: so many, and a number of them a byte of the file. */
const BASE = 1 << 20;
/** Elements of compressed arrays: what integer coding and LZ4 can expand a byte to. */
const MAX_ELEMENTS_PER_BYTE = 1020;
/** Items of lists, entries of dictionaries, time samples: four bytes at least each. */
const MAX_ITEMS_PER_BYTE = 4;

/**
 * Counts what is looked at. Values of a file that was made for it overlap, so that a few bytes take long to walk; in others
 * each byte belongs to one value.
 */
export class Budget {
  private elements: number;
  private items: number;

  constructor(fileSize: number) {
    this.elements = BASE + fileSize * MAX_ELEMENTS_PER_BYTE;
    this.items = BASE + fileSize * MAX_ITEMS_PER_BYTE;
  }

  /** Takes elements of compressed arrays; throws CrateError when there are no more. */
  takeElements(count: number, offset: number): void {
    this.elements -= count;
    if (this.elements < 0) throw exhausted(offset);
  }

  /** Takes items of lists; throws CrateError when there are no more. */
  takeItems(count: number, offset: number): void {
    this.items -= count;
    if (this.items < 0) throw exhausted(offset);
  }
}

function exhausted(offset: number): CrateError {
  return new CrateError("USDC_LIMIT", offset, "Values overlap: they have more items than a file of this size can hold");
}
