/** Texts of a glTF without NUL characters, which no string of USD can have. */
import type { Losses } from "../errors/losses.ts";
import { pointer } from "./pointer.ts";

/** Changes JSON that nobody else has: NUL characters are left out of its texts, and reported. */
export function leaveOutNul(json: unknown, losses: Losses): void {
  if (typeof json !== "object" || json === null) return;
  const waiting: { readonly part: object; readonly at: string }[] = [{ part: json, at: "" }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { part, at } = place;
    // Lists of numbers may be long.
    if (Array.isArray(part) && typeof part[0] === "number") continue;
    const members = part as Record<string, unknown>;
    for (const [key, value] of Object.entries(members)) {
      const where = pointer(at, key);
      const name = withoutNul(key);
      const text = typeof value === "string" ? withoutNul(value) : value;
      if (name !== key) delete members[key];
      if (name !== key || text !== value) {
        members[name] = text;
        losses.add(where, "USD has no NUL characters: they are left out");
      }
      if (typeof value === "object" && value !== null) waiting.push({ part: value, at: where });
    }
  }
}

function withoutNul(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "") : text;
}
