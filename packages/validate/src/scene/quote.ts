/** Longer texts of a file would hide what is said about them. */
const LONGEST = 120;

/** Text of a file for a message: in quotation marks, control characters escaped, cut where it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
}

/** A path for a message, where it needs no marks. */
export function shortPath(path: string): string {
  return path.length > LONGEST ? `…${path.slice(1 - LONGEST)}` : path;
}
