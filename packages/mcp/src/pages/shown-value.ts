/** Values of results: whole while they are short, otherwise how long they are and how they begin. */

/** The longest value in a row, in characters of JSON. */
const LONGEST = 1500;
/** Elements of a longer array that are shown. */
const FIRST = 8;

/** Returns a value of JSON text; a long one as `{"omitted": …}`. */
export function shownJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (json.length <= LONGEST) return value;
  if (Array.isArray(value)) {
    const first: unknown[] = value.slice(0, FIRST);
    const isShort = JSON.stringify(first).length <= LONGEST;
    return { omitted: { elements: value.length, bytes: json.length, ...(isShort && { first }) } };
  }
  if (typeof value === "string") return { omitted: { bytes: json.length, start: value.slice(0, 200) } };
  return { omitted: { bytes: json.length } };
}
