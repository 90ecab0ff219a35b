import type { ValueType } from "@usdkit/layer";
import type { ByteSource } from "../bytes/byte-source.ts";
import type { Budget } from "./budget.ts";
import type { CrateValue } from "./crate-value.ts";
import type { Cursor } from "./cursor.ts";

/** What the readers of composite values need of the reader of values. */
export interface Readable {
  readonly source: ByteSource;
  cursor(offset: number, budget?: Budget): Cursor;
  read(low: number, high: number, declared?: ValueType, budget?: Budget): CrateValue;
}
