// Flattened texts of ours and of the reference implementation.

/** Numbers of the text, and everything else. */
const NUMBERS = /(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/gu;

/** Whether texts differ in the last digits of numbers only: the reference writes six digits of time codes. */
export function hasSameNumbers(ours: string, theirs: string, tolerance = 1e-4): boolean {
  // A digest may look like a number that is not finite.
  if (ours === theirs) return true;
  if (ours.replaceAll(NUMBERS, "0") !== theirs.replaceAll(NUMBERS, "0")) return false;
  const others = theirs.match(NUMBERS) ?? [];
  return (ours.match(NUMBERS) ?? []).every((text, i) => Math.abs(Number(text) - Number(others[i])) <= tolerance);
}

/** Returns the first line that differs, with its number. */
export function firstDifference(ours: string, theirs: string): string {
  const [a, b] = [ours.split("\n"), theirs.split("\n")];
  const at = a.findIndex((line, i) => line !== b[i]);
  const line = at < 0 ? a.length : at;
  return `line ${line + 1}\n    ours    ${a[line]?.slice(0, 160)}\n    theirs  ${b[line]?.slice(0, 160)}`;
}
