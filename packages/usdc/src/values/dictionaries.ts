/** Reads dictionaries. Nested ones wait in a list, so that their depth takes no stack. */
import type { DictionaryValue, Value } from "@usdkit/layer";
import { CrateError } from "../bytes/crate-diagnostic.ts";
import type { Budget } from "./budget.ts";
import { knownValueType } from "./known-value-type.ts";
import type { CrateValue } from "./crate-value.ts";
import { CrateType } from "./crate-type.ts";
import type { Cursor } from "./cursor.ts";
import type { Readable } from "./readable.ts";
import type { ValueRep } from "./value-rep.ts";
import { IS_INLINED, repPayload, repType } from "./value-rep.ts";

const MAX_DEPTH = 1000;
/** A string index and the offset of a value. */
const ENTRY_SIZE = 12;

/** A dictionary whose entries are read, and the number of dictionaries around it. */
interface Opened {
  readonly entries: Map<string, Value>;
  readonly depth: number;
}

/** A dictionary whose entries are still to read. */
interface Waiting extends Opened {
  readonly rep: ValueRep;
}

/** Reads dictionaries with the values of {@link Readable}. */
export class DictionaryReader {
  private readonly values: Readable;

  constructor(values: Readable) {
    this.values = values;
  }

  /** Returns the dictionary of a representation. */
  read(rep: ValueRep, budget: Budget | undefined): DictionaryValue {
    const entries = new Map<string, Value>();
    const waiting: Waiting[] = [{ rep, entries, depth: 0 }];
    this.readAll(waiting, budget);
    return { kind: "dictionary", entries };
  }

  /** Reads the dictionary whose entries begin at the cursor, and moves the cursor behind them. */
  readAt(cursor: Cursor, budget: Budget | undefined): DictionaryValue {
    const entries = new Map<string, Value>();
    const waiting: Waiting[] = [];
    this.readEntries(cursor, { entries, depth: 0 }, waiting, budget);
    this.readAll(waiting, budget);
    return { kind: "dictionary", entries };
  }

  private readAll(waiting: Waiting[], budget: Budget | undefined): void {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { rep, depth } = next;
      if ((rep.high & IS_INLINED) !== 0) continue;
      const offset = repPayload(rep);
      if (depth > MAX_DEPTH) throw new CrateError("USDC_LIMIT", offset, `Dictionaries nest deeper than ${MAX_DEPTH}`);
      this.readEntries(this.values.cursor(offset, budget), next, waiting, budget);
    }
  }

  private readEntries(
    cursor: Cursor,
    { entries, depth }: Opened,
    waiting: Waiting[],
    budget: Budget | undefined,
  ): void {
    const count = cursor.count(ENTRY_SIZE);
    for (let i = 0; i < count; i++) {
      const key = cursor.string();
      const rep = cursor.nested();
      if (repType(rep) === CrateType.dictionary) {
        const inner = new Map<string, Value>();
        entries.set(key, { kind: "dictionary", entries: inner });
        waiting.push({ rep, entries: inner, depth: depth + 1 });
        continue;
      }
      const value = asEntry(this.values.read(rep, undefined, budget));
      if (value !== undefined) entries.set(key, value);
    }
  }
}

/** Returns the value of an entry; undefined for forms that only fields have. */
function asEntry(value: CrateValue): Value | undefined {
  switch (value.kind) {
    case "typed":
    case "block":
    case "animationBlock":
    case "arrayEdit":
    case "path":
    case "unregistered":
    case "dictionary":
      return value;
    case "texts":
      if (value.form === "path") return undefined;
      return { kind: "typed", type: knownValueType(value.form), isArray: true, data: value.texts };
    case "doubles":
      return { kind: "typed", type: knownValueType("double"), isArray: true, data: value.data };
    default:
      return undefined;
  }
}
