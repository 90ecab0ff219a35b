/** Handles ignored parts of a request: null fields and unknown fields. */
import type * as z from "zod";

/** The response header that lists ignored fields. */
export const IGNORED_HEADER = "x-usdkit-ignored";

const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 40;

/** Removes all null fields of a JSON value, in place: null counts as absent. */
export function dropNulls(value: unknown): void {
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    for (const [name, field] of Object.entries(next)) {
      if (field === null && !Array.isArray(next)) Reflect.deleteProperty(next, name);
      else if (typeof field === "object" && field !== null) open.push(field);
    }
  }
}

/**
 * Parses a part of a request without the fields that its schema does not have.
 *
 * @param ignored Receives the paths of those fields.
 */
export function parseKnown<Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  ignored: (path: readonly PropertyKey[]) => void,
): z.ZodSafeParseResult<Value> {
  for (;;) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed;
    let dropped = 0;
    for (const issue of parsed.error.issues) {
      if (issue.code !== "unrecognized_keys") continue;
      const owner = issue.path.reduce<unknown>(fieldOf, value);
      if (typeof owner !== "object" || owner === null) continue;
      for (const key of issue.keys) {
        if (!Object.hasOwn(owner, key)) continue;
        Reflect.deleteProperty(owner, key);
        ignored([...issue.path, key]);
        dropped++;
      }
    }
    // Rules between fields are checked only after unknown fields were removed.
    if (dropped === 0) return parsed;
  }
}

function fieldOf(owner: unknown, key: PropertyKey): unknown {
  return typeof owner === "object" && owner !== null && Object.hasOwn(owner, key)
    ? (owner as Readonly<Record<PropertyKey, unknown>>)[key]
    : undefined;
}

/** Returns names as a header value: percent-encoded, and truncated to the header's limit. */
export function ignoredHeader(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMES)
    .map((name) => encodeURIComponent(name.slice(0, MAX_NAME_LENGTH).toWellFormed()));
  if (names.length > MAX_NAMES) shown.push(`+${names.length - MAX_NAMES}`);
  return shown.join(", ");
}
