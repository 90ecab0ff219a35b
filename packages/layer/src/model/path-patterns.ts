/**
 * Matches path patterns: `*` and `?` within a name, `**` across names. A walk can match while it descends: it keeps
 * the state for a prim's path and continues from there for its members, so no path is built or read twice at any
 * depth, and matching never backtracks.
 */

/** The state of the patterns after part of a path; undefined if no pattern can match any more. */
export type PatternState = readonly number[] | undefined;

type Token = { readonly kind: "character"; readonly text: string } | { readonly kind: "one" | "name" | "any" | "end" };

/** Characters that end a name: `*` and `?` do not cross them. */
const MARKS: ReadonlySet<string> = new Set(["/", ".", "{", "}"]);

/**
 * Compiled patterns. `/A/**` matches `/A` and every path below it, and `**.name` the property of that name on any
 * prim; a `**` between slashes also matches no name. Time grows with the length of the patterns times the length of
 * the path.
 */
export class PathPatterns {
  /** The tokens of all patterns, one pattern after the other. */
  private readonly tokens: Token[] = [];
  /** By token: another token that can be entered in its place without consuming a character. */
  private readonly skips: Map<number, number> = new Map();
  /** The state before the first character. */
  readonly start: PatternState;

  /** @throws RangeError for a pattern that no path can match. */
  constructor(patterns: readonly string[]) {
    const starts: number[] = [];
    for (const pattern of patterns) {
      starts.push(this.tokens.length);
      this.add(pattern);
    }
    this.start = this.close(new Set(starts));
  }

  /** Returns whether a pattern matches the whole path. */
  matches(path: string): boolean {
    return this.isMatch(this.advance(this.start, path));
  }

  /** Returns the state after `text`. */
  advance(state: PatternState, text: string): PatternState {
    let now = state;
    for (const character of text) {
      if (now === undefined) return undefined;
      const next = new Set<number>();
      for (const at of now) {
        const token = this.tokens[at];
        if (token.kind === "character") {
          if (token.text === character) next.add(at + 1);
        } else if (token.kind === "one") {
          if (!MARKS.has(character)) next.add(at + 1);
        } else if (token.kind === "any" || (token.kind === "name" && !MARKS.has(character))) next.add(at);
      }
      now = this.close(next);
    }
    return now;
  }

  /** Returns whether a pattern ends here. */
  isMatch(state: PatternState): boolean {
    return state !== undefined && state.some((at) => this.tokens[at].kind === "end");
  }

  private add(pattern: string): void {
    if (!pattern.startsWith("/") && !pattern.startsWith("*")) {
      throw new RangeError(
        `Expected a path pattern that starts with "/" or "*", found ${JSON.stringify(pattern)}; "**.${pattern}" matches that name anywhere`,
      );
    }
    for (let i = 0; i < pattern.length;) {
      const at = this.tokens.length;
      if (pattern.startsWith("**", i)) {
        this.tokens.push({ kind: "any" });
        i += 2;
        // "/A/**/B" also matches "/A/B", and "/A/**" matches "/A".
        if (pattern[i - 3] === "/" && pattern[i] === "/") this.skips.set(at, at + 2);
        else if (pattern[i - 3] === "/" && i === pattern.length && i > 3) this.skips.set(at - 1, at + 1);
        continue;
      }
      const character = String.fromCodePoint(pattern.codePointAt(i) ?? 0);
      if (character === "*") this.tokens.push({ kind: "name" });
      else if (character === "?") this.tokens.push({ kind: "one" });
      else this.tokens.push({ kind: "character", text: character });
      i += character.length;
    }
    this.tokens.push({ kind: "end" });
  }

  /** Also adds the token after a star, which may match nothing. */
  private close(positions: Set<number>): PatternState {
    if (positions.size === 0) return undefined;
    for (const at of positions) {
      const { kind } = this.tokens[at];
      if (kind === "any" || kind === "name") positions.add(at + 1);
      const skip = this.skips.get(at);
      if (skip !== undefined) positions.add(skip);
    }
    return [...positions];
  }
}
