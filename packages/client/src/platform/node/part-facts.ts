import { stat } from "node:fs/promises";

/** The metadata stored next to a partial file. */
export interface PartFacts {
  /** Hash of the source. */
  readonly source: string;
  /** The process that writes it; absent if none does. */
  readonly pid?: number | undefined;
  readonly host: string;
  readonly instance: string;
  readonly validator?: string | undefined;
  readonly length?: number | undefined;
}

/** Maximum length of our own metadata. */
const MAX_LENGTH = 4096;

/** Reads the metadata of a file; returns undefined for a half-written file, or another program's. */
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
    // The validator is sent in a header.
    validator: typeof validator === "string" && /^[\x20-\x7e]+$/.test(validator) ? validator : undefined,
    length: Number.isSafeInteger(length) && (length as number) >= 0 ? (length as number) : undefined,
  };
}

/** Milliseconds without a write after which a file counts as abandoned, if its writer cannot be checked. */
const ABANDONED = 60_000;

/** Returns whether a process still writes to it. */
export async function isInUse(found: PartFacts, path: string, me: PartFacts): Promise<boolean> {
  const { pid, host, instance } = found;
  if (pid === undefined) return false;
  if (host !== me.host) {
    // Another machine or container on the same disk: its processes are not visible from here.
    const info = await stat(path).catch(() => undefined);
    return info !== undefined && Date.now() - info.mtimeMs < ABANDONED;
  }
  if (pid === me.pid) return instance === me.instance;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process belongs to another user, so it is alive.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
