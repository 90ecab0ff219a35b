/**
 * Returns the milliseconds of `Retry-After`; undefined if it is absent or invalid (RFC 9110, 10.2.3).
 *
 * A date is taken relative to the answer's own `Date`, so that a wrong local clock has no effect.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1000;
  const until = readDate(value);
  if (until === undefined) return undefined;
  return Math.max(0, until - (readDate(headers.get("date") ?? "") ?? now));
}

/** Parses HTTP dates only: `Date.parse` would also accept `5 apples`. */
function readDate(text: string): number | undefined {
  if (!/^[A-Z][a-z]{2,8}, [\w -]{7,12} \d\d:\d\d:\d\d GMT$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
