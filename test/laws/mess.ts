// The layout of a valid text changed in ways that keep it valid: blanks, empty lines, comments.

import { Random } from "../bench/generate/random.ts";
import { TOKEN } from "../robustness/tokens.ts";

/** Returns `text` with other blanks between its tokens, and comments where a line may end; deterministic by seed. */
export function messUp(text: string, seed: number): string {
  const random = new Random(seed);
  const tokens: readonly string[] = text.match(TOKEN) ?? [];
  // The header's line stays.
  const body = tokens.indexOf("\n") + 1;
  return tokens.map((token, index) => (index < body ? token : messToken(token, random))).join("");
}

function messToken(token: string, random: Random): string {
  if (token === "\n") {
    switch (random.below(12)) {
      case 0:
        return " # a comment\n";
      case 1:
        return "\n\n\n";
      case 2:
        return "\n# a line of its own\n";
      case 3:
        return " /* a block */ // and a line\n";
      case 4:
        return "   \n\t";
      default:
        return "\n";
    }
  }
  if (!/^[ \t]+$/.test(token)) return token;
  switch (random.below(8)) {
    case 0:
      return "  ";
    case 1:
      return "\t";
    case 2:
      return " /* c */ ";
    default:
      return token;
  }
}
