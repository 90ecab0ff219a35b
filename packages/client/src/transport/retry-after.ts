/**
 * Milliseconds that an answer asks to wait; undefined where it asks for nothing that can be read (RFC 9110, 10.2.3).
 *
 * A date is taken relative to the answer's own `Date`, so that a wrong clock here does no harm.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1000;
  const until = readDate(value);
  if (until === undefined) return undefined;
  return Math.max(0, until - (readDate(headers.get("date") ?? "") ?? now));
}

/** Only what HTTP dates look like: `Date.parse` would also take `5 apples`. */
function readDate(text: string): number | undefined {
  if (!/^[A-Z][a-z]{2,8}, [\w -]{7,12} \d\d:\d\d:\d\d GMT$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
