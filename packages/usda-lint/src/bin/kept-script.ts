/** A file of code, with what V8 has compiled of it in earlier runs. */
import type { Script } from "node:vm";
import { fs } from "@usdkit/command/process/builtins";

const DAY = 24 * 60 * 60 * 1000;
/** A run whose code is so many times as long has called more functions than the one before. */
const GROWTH = 1.1;

/** What a run has of a file of an earlier one. */
interface Kept {
  /** Bytes. */
  readonly length: number;
  /** Replaced from time to time: the run that it comes from may have been an unusual one. */
  readonly isOld: boolean;
}

/** Code that is compiled with what an earlier run has kept, if it is of this V8. */
export class KeptScript {
  readonly #script: Script;
  readonly #store: string;
  readonly #kept: Kept | undefined;

  /**
   * @param file of the code, for messages
   * @param store the file of compiled code
   */
  constructor(code: string, file: string, store: string) {
    const kept = readKept(store);
    this.#script = scriptOf(code, file, kept?.code);
    this.#store = store;
    const isTaken = kept !== undefined && this.#script.cachedDataRejected !== true;
    this.#kept = isTaken ? { length: kept.code.length, isOld: kept.isOld } : undefined;
  }

  /** Runs the code, and returns its value. */
  run(): unknown {
    return this.#script.runInThisContext();
  }

  /**
   * Saves what is compiled, if nothing was kept, or it is old.
   *
   * @param mayHaveMore whether the run was a long one, which has called more functions than one that kept its code may have
   */
  keep(mayHaveMore: boolean): void {
    const isCurrent = this.#kept?.isOld === false;
    if (isCurrent && !mayHaveMore) return;
    const code = this.#script.createCachedData();
    if (!isCurrent || code.length > GROWTH * (this.#kept?.length ?? 0)) writeKept(this.#store, code);
  }
}

/** Returns code that nothing is kept of. */
export function scriptOf(code: string, file: string, cachedData?: Buffer): Script {
  const { Script: NewScript } = process.getBuiltinModule("node:vm");
  return new NewScript(code, { filename: file, ...(cachedData && { cachedData }) });
}

/** Returns the code of an earlier run. It is stored twice, and both must agree: V8 itself would run damaged code. */
function readKept(store: string): { readonly code: Buffer; readonly isOld: boolean } | undefined {
  try {
    const bytes = fs.readFileSync(store);
    const half = bytes.length >> 1;
    const code = bytes.subarray(0, half);
    if (half === 0 || !code.equals(bytes.subarray(half))) return undefined;
    return { code, isOld: Date.now() - fs.statSync(store).mtimeMs > DAY };
  } catch {
    return undefined;
  }
}

/** Saves code by temporary file and rename. Without room or permission, the next run compiles again. */
function writeKept(store: string, code: Buffer): void {
  const temporary = `${store}.${process.pid}`;
  try {
    fs.writeFileSync(temporary, Buffer.concat([code, code]), { mode: 0o600, flush: true });
    fs.renameSync(temporary, store);
  } catch {
    try {
      fs.rmSync(temporary, { force: true });
    } catch {
      // Left behind.
    }
  }
}
