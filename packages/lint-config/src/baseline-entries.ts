/** The content of a baseline: known findings, which are not reported. */

/** Number of findings of one rule about one property of one file. */
export interface BaselineEntry {
  readonly rule: string;
  readonly primPath: string;
  readonly property: string | null;
  readonly count: number;
}

/** Entries by their keys, by file (`/` between folders, relative to the baseline's own). */
export type BaselineFiles = Map<string, Map<string, BaselineEntry>>;

export const BASELINE_VERSION = 1;

/** Returns the key of an entry, and of the findings that it stands for. */
export function baselineKey({ rule, primPath, property }: Omit<BaselineEntry, "count">): string {
  return JSON.stringify([rule, primPath, property]);
}

/** @throws {Error} if the text is not a baseline. */
export function readBaseline(text: string): BaselineFiles {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`invalid JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  const { version, files } = (value ?? {}) as { version?: unknown; files?: unknown };
  if (version !== BASELINE_VERSION || typeof files !== "object" || files === null) {
    throw new Error(`not a version ${BASELINE_VERSION} baseline file; remove it and run --update-baseline to write it`);
  }
  const result: BaselineFiles = new Map();
  for (const [name, list] of Object.entries(files)) {
    const entries = new Map<string, BaselineEntry>();
    for (const entry of Array.isArray(list) ? (list as unknown[]) : [undefined]) {
      if (!isEntry(entry)) {
        throw new Error(`expected entries { rule, primPath, property, count } for "${name}"`);
      }
      entries.set(baselineKey(entry), entry);
    }
    result.set(name, entries);
  }
  return result;
}

function isEntry(value: unknown): value is BaselineEntry {
  const { rule, primPath, property, count } = (value ?? {}) as Partial<Record<keyof BaselineEntry, unknown>>;
  const isProperty = property === null || typeof property === "string";
  return typeof rule === "string" && typeof primPath === "string" && isProperty && Number.isSafeInteger(count);
}
