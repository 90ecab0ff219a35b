// The root layers with arcs among the files of a folder.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** What makes a text layer worth composing: the words of arcs. */
const ARCS = /\b(subLayers|references|payload|inherits|specializes|variantSets?|instanceable|relocates)\b/u;
/** Longer texts are layers of points, with arcs as every other. */
const MAX_BYTES = 4_000_000;

/** Whether there is a file with a path; folders are none. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Returns the root layers with arcs below a folder, those with `match` in their path. */
export function* rootsBelow(folder: string, match: string): Generator<string> {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(folder, name);
    if (!/\.usd[acz]?$/u.test(name) || !path.includes(match) || !isFile(path)) continue;
    if (statSync(path).size > MAX_BYTES) continue;
    const text = readFileSync(path, "latin1");
    if (/^(?:PXR-USDC|PK)/u.test(text) || ARCS.test(text)) yield path;
  }
}
