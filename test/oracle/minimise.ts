// The smallest text that still shows a difference: lines go, then tokens.

import type { Difference } from "./compare.ts";

/** Returns the difference for a text. */
export type Probe = (text: string) => Promise<Difference | undefined>;

const MOST_PROBES = 600;

/** Removes everything that is not needed for a difference of the same kind. */
export async function minimise(text: string, found: Difference, probe: Probe): Promise<readonly [string, Difference]> {
  let best: readonly [string, Difference] = [text, found];
  let left = MOST_PROBES;
  for (const split of [/(?<=\n)/, /(?<=[\s()[\]{},;=])|(?=[()[\]{},;=])/]) {
    let parts = best[0].split(split);
    for (let size = Math.ceil(parts.length / 2); size >= 1 && left > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let at = 0; at < parts.length && left > 0;) {
        const rest = parts.filter((_, i) => i < at || i >= at + size);
        left--;
        // oxlint-disable-next-line no-await-in-loop -- each step starts from what the last one left
        const difference = await probe(rest.join(""));
        if (difference?.kind === found.kind) {
          best = [rest.join(""), difference];
          parts = rest;
        } else {
          at += size;
        }
      }
    }
  }
  return best;
}
