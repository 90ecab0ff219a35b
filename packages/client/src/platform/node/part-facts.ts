import { stat } from "node:fs/promises";

/** What is stored next to a file while it is assembled. */
export interface PartFacts {
  /** What it is of, as a hash. */
  readonly source: string;
  /** Who writes it; absent once no process does. */
  readonly pid?: number | undefined;
  readonly host: string;
  readonly instance: string;
  readonly validator?: string | undefined;
  readonly length?: number | undefined;
}

/** Longer text is none of ours. */
const MAX_LENGTH = 4096;

/** Reads the facts of a file; undefined for a half-written file, or another program's. */
export function readPartFacts(text: string): PartFacts | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { source, pid, host, instance, validator, length } = value as Readonly<Record<string, unknown>>;
  if (typeof source !== "string" || typeof host !== "string" || typeof instance !== "string") return undefined;
  return {
    source,
    host,
    instance,
    pid: Number.isSafeInteger(pid) && (pid as number) > 0 ? (pid as number) : undefined,
    // It goes into a header.
    validator: typeof validator === "string" && /^[\x20-\x7e]+$/.test(validator) ? validator : undefined,
    length: Number.isSafeInteger(length) && (length as number) >= 0 ? (length as number) : undefined,
  };
}

/** Milliseconds without a write after which a file counts as abandoned, if its writer cannot be checked. */
const ABANDONED = 60_000;

/** Whether a process still writes to it. */
export async function isInUse(found: PartFacts, path: string, me: PartFacts): Promise<boolean> {
  const { pid, host, instance } = found;
  if (pid === undefined) return false;
  if (host !== me.host) {
    // Another machine, or another container, at the same disk: its processes cannot be seen from here.
    const info = await stat(path).catch(() => undefined);
    return info !== undefined && Date.now() - info.mtimeMs < ABANDONED;
  }
  if (pid === me.pid) return instance === me.instance;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, and so alive.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
