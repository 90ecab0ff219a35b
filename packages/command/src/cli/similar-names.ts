/** The name that was probably meant: at most a third of its letters differ. */
export function similarName(name: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of names) {
    const changes = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (changes < least && changes <= Math.max(1, Math.floor(candidate.length / 3))) {
      best = candidate;
      least = changes;
    }
  }
  return best;
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(name: string, names: Iterable<string>, prefix = ""): string {
  const similar = similarName(name, names);
  return similar === undefined ? "" : ` Did you mean "${prefix}${similar}"?`;
}

/** Letters added, removed, changed or swapped with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + changed);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
