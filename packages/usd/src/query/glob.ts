/** Wildcards of names in path expressions: `*`, `?`, `[a-z]`, `[!a]`. */

/**
 * Returns whether a pattern matches a whole name. Takes time proportional to the product of both lengths at most.
 *
 * ```ts
 * matchesGlob("Chair_[0-9]*", "Chair_12"); // true
 * ```
 */
export function matchesGlob(glob: string, name: string): boolean {
  let at = 0;
  let position = 0;
  // Where to continue if what follows the last `*` does not match.
  let star = -1;
  let starPosition = 0;
  while (position < name.length) {
    if (glob.charAt(at) === "*") {
      star = ++at;
      starPosition = position;
      continue;
    }
    const width = at < glob.length ? matchOne(glob, at, name.charAt(position)) : 0;
    if (width > 0) {
      at += width;
      position++;
    } else if (star >= 0) {
      at = star;
      position = ++starPosition;
    } else return false;
  }
  while (glob.charAt(at) === "*") at++;
  return at === glob.length;
}

/** Whether a pattern has wildcards. */
export function isGlob(text: string): boolean {
  return /[*?[]/u.test(text);
}

/** Returns the length of the part of the pattern that matches a character; 0 if it does not match. */
function matchOne(glob: string, at: number, character: string): number {
  const first = glob.charAt(at);
  if (first === "?") return 1;
  const end = first === "[" ? glob.indexOf("]", at + 2) : -1;
  if (end < 0) return first === character ? 1 : 0;
  const isNegated = glob.charAt(at + 1) === "!";
  const members = glob.slice(at + (isNegated ? 2 : 1), end);
  return isMember(members, character) === isNegated ? 0 : end + 1 - at;
}

/** Whether `a-z_` has a character. */
function isMember(members: string, character: string): boolean {
  for (let i = 0; i < members.length; i++) {
    if (members.charAt(i + 1) === "-" && i + 2 < members.length) {
      if (members.charAt(i) <= character && character <= members.charAt(i + 2)) return true;
      i += 2;
    } else if (members.charAt(i) === character) return true;
  }
  return false;
}
