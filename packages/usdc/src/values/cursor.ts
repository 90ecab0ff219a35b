/** Reads the parts of composite values in order: counts, indexes, nested values. */
import type { ByteSource } from "../bytes/byte-source.ts";
import { CrateError } from "../bytes/crate-diagnostic.ts";
import type { CrateStructure } from "../structure/structure.ts";
import type { Budget } from "./budget.ts";
import type { ValueRep } from "./value-rep.ts";

/** A position in the values of a crate. */
export class Cursor {
  position: number;
  private readonly source: ByteSource;
  private readonly structure: CrateStructure;
  private readonly budget: Budget | undefined;

  /** @param budget counts the items of lists, if they are to be bounded */
  constructor(source: ByteSource, structure: CrateStructure, position: number, budget?: Budget) {
    this.source = source;
    this.structure = structure;
    this.position = position;
    this.budget = budget;
  }

  private advance(size: number): number {
    const at = this.position;
    this.position = at + size;
    return at;
  }

  uint8(): number {
    return this.source.uint8(this.advance(1), "A value");
  }

  uint32(): number {
    return this.source.uint32(this.advance(4), "A value");
  }

  int32(): number {
    return this.uint32() | 0;
  }

  float64(): number {
    return this.source.float64(this.advance(8), "A value");
  }

  uint64(): number {
    return this.source.uint64(this.advance(8), "A value");
  }

  bigInt64(): bigint {
    return this.source.bigInt64(this.advance(8), "A value");
  }

  /** A count of items of at least `size` bytes each. */
  count(size: number): number {
    const count = this.uint64();
    this.source.requireElements(this.position, count, size, "A list");
    this.budget?.takeItems(count, this.position);
    return count;
  }

  string(): string {
    return stringAt(this.structure, this.uint32(), this.position - 4);
  }

  token(): string {
    return tokenAt(this.structure, this.uint32(), this.position - 4);
  }

  path(): string {
    return pathAt(this.structure, this.uint32(), this.position - 4);
  }

  /** Reads the representation of a nested value: an offset to it, after the parts of the value. */
  nested(): ValueRep {
    const at = this.position;
    const distance = this.source.int64(at, "A nested value");
    // The reference writes the parts of the value in between, so the representation always follows.
    if (distance < 8)
      throw new CrateError("USDC_VALUE", at, `A nested value is ${distance} bytes further, expected 8 or more`);
    this.source.require(at + distance, 8, "A nested value");
    this.position = at + distance;
    return this.rep();
  }

  rep(): ValueRep {
    return { low: this.uint32(), high: this.uint32() };
  }
}

/** The string at an index of the table of strings. */
export function stringAt(structure: CrateStructure, index: number, offset: number): string {
  const { strings, tokens } = structure;
  if (index < strings.length) return tokens.text(strings[index]);
  throw new CrateError("USDC_VALUE", offset, `String index ${index} of ${strings.length}`);
}

/** The token at an index. */
export function tokenAt({ tokens }: CrateStructure, index: number, offset: number): string {
  if (index < tokens.length) return tokens.text(index);
  throw new CrateError("USDC_VALUE", offset, `Token index ${index} of ${tokens.length}`);
}

/** The text of the path at an index. */
export function pathAt({ paths }: CrateStructure, index: number, offset: number): string {
  if (index < paths.length) return paths.text(index);
  throw new CrateError("USDC_VALUE", offset, `Path index ${index} of ${paths.length}`);
}
