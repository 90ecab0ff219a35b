/** Changes to JSON values; each returns a copy. */

/** A JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Copies a value with every member replaced by `change`; `path` contains object keys only: list members have the path
 * of the list.
 */
export function mapMembers(
  value: unknown,
  change: (member: unknown, path: string) => unknown,
  path: string = "",
): unknown {
  if (Array.isArray(value)) return value.map((item) => mapMembers(item, change, path));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const place = path === "" ? name : `${path}.${name}`;
    const changed = change(mapMembers(member, change, place), place);
    return changed === undefined ? [] : [[name, changed]];
  });
  return Object.fromEntries(members);
}

/** Copies a value with some fields of its object set; anything but an object is returned unchanged. */
export function withFields(value: unknown, fields: JsonRecord): unknown {
  return isRecord(value) ? { ...value, ...fields } : value;
}
