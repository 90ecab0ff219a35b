import type { ValueType } from "@usdkit/layer";
import type { ByteSource } from "../bytes/byte-source.ts";
import type { CrateError } from "../bytes/crate-diagnostic.ts";
import type { Budget } from "./budget.ts";
import type { CrateValue } from "./crate-value.ts";
import type { Cursor } from "./cursor.ts";
import type { ValueRep } from "./value-rep.ts";

/** The part of the reader of values that the readers of composite values use. */
export interface Readable {
  readonly source: ByteSource;
  /** Takes damage of a value that was not checked when the file was opened. */
  readonly onDamage: (error: CrateError) => void;
  cursor(offset: number, budget?: Budget): Cursor;
  read(rep: ValueRep, declared?: ValueType, budget?: Budget): CrateValue;
}
