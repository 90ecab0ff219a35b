/**
 * Patterns of paths to ignore, matched while the walk goes down: what is known of a prim's path is kept as a state, and
 * its members go on from there. So no path is made or read twice, however deep it is, and nothing tracks back.
 */

/** Where the patterns stand after a part of a path; undefined where none can match any more. */
export type FilterState = readonly number[] | undefined;

type Token = { readonly kind: "character"; readonly text: string } | { readonly kind: "one" | "name" | "any" | "end" };

/** Ends of a name: what `*` and `?` do not cross. */
const MARKS: ReadonlySet<string> = new Set(["/", ".", "{", "}"]);

export class PathFilter {
  /** All patterns, one after the other. */
  private readonly tokens: Token[] = [];
  /** By token: another one that may be taken up in its place at once. */
  private readonly skips: Map<number, number> = new Map();
  /** The state before the first character. */
  readonly start: FilterState;

  /** @throws RangeError for a pattern that no path can match. */
  constructor(patterns: readonly string[]) {
    const starts: number[] = [];
    for (const pattern of patterns) {
      starts.push(this.tokens.length);
      this.add(pattern);
    }
    this.start = this.close(new Set(starts));
  }

  /** The state after `text`. */
  advance(state: FilterState, text: string): FilterState {
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

  /** Whether a pattern ends here. */
  isMatch(state: FilterState): boolean {
    return state !== undefined && state.some((at) => this.tokens[at].kind === "end");
  }

  private add(pattern: string): void {
    if (!pattern.startsWith("/") && !pattern.startsWith("*")) {
      throw new RangeError(
        `No pattern of a path: ${JSON.stringify(pattern)} (it starts with "/" or "*"; "**.${pattern}" is that name anywhere)`,
      );
    }
    // What it matches is covered with all that is in it, so these say no more; and "/" alone is everything.
    const text = pattern.replace(/(?<=[^*/])\/\*\*$/, "");
    for (let i = 0; i < text.length;) {
      const at = this.tokens.length;
      if (text.startsWith("**", i)) {
        this.tokens.push({ kind: "any" });
        i += 2;
        // "/A/**/B" is "/A/B" as well.
        if (text[i - 3] === "/" && text[i] === "/") this.skips.set(at, at + 2);
        continue;
      }
      const character = String.fromCodePoint(text.codePointAt(i) ?? 0);
      if (character === "*") this.tokens.push({ kind: "name" });
      else if (character === "?") this.tokens.push({ kind: "one" });
      else this.tokens.push({ kind: "character", text: character });
      i += character.length;
    }
    this.tokens.push({ kind: "end" });
  }

  /** With what stands after a star: it may be nothing. */
  private close(positions: Set<number>): FilterState {
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
