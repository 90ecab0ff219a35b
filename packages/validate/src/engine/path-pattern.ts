/** Patterns of prim paths: `*` in a name, `**` for any number of names. */

/** A compiled pattern. Matching takes time in the length of pattern times path, whatever they are. */
export class PathPattern {
  readonly #names: readonly string[];

  /** @throws {RangeError} for a pattern that is no absolute path. */
  constructor(text: string) {
    if (!text.startsWith("/")) throw new RangeError(`A prim path pattern begins with "/", as /World/**, not "${text}"`);
    this.#names = text
      .split("/")
      .slice(1)
      .filter((name) => name !== "");
  }

  /** `/A/**` matches `/A` and everything under it. */
  matches(path: string): boolean {
    return matchSequence(
      this.#names,
      path.split("/").filter((name) => name !== ""),
      "**",
      matchName,
    );
  }
}

/** One name against a pattern in which `*` is any number of characters. */
function matchName(pattern: string, name: string): boolean {
  if (!pattern.includes("*")) return pattern === name;
  return matchSequence(pattern.split(""), name.split(""), "*", (a, b) => a === b);
}

/** Greedy matching with one place to go back to: the last wildcard. */
function matchSequence(
  pattern: readonly string[],
  items: readonly string[],
  wildcard: string,
  matchesOne: (pattern: string, item: string) => boolean,
): boolean {
  let at = 0;
  let back = -1;
  let resume = 0;
  for (let i = 0; i < items.length;) {
    if (at < pattern.length && pattern[at] === wildcard) {
      back = ++at;
      resume = i;
    } else if (at < pattern.length && matchesOne(pattern[at], items[i])) {
      at++;
      i++;
    } else if (back >= 0) {
      at = back;
      i = ++resume;
    } else return false;
  }
  while (at < pattern.length && pattern[at] === wildcard) at++;
  return at === pattern.length;
}
