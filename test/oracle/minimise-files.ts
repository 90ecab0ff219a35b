// The smallest files that still show a difference: whole files go, then statements, the largest first.

import { visitLayer, type ByteRange, type Layer, type Spec } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";

export type Files = ReadonlyMap<string, string>;

/** Returns whether files still differ. */
export type FilesProbe = (files: Files) => Promise<boolean>;

const ROOT = "root.usda";
const MAX_PROBES = 2000;

/** Removes every file and statement that is not needed for a difference. */
export async function minimiseFiles(files: Files, differs: FilesProbe): Promise<Files> {
  let best = files;
  let left = MAX_PROBES;
  const attempt = async (next: Files): Promise<boolean> => {
    if (left-- <= 0 || !(await differs(next))) return false;
    best = next;
    return true;
  };
  for (let before: Files | undefined; before !== best && left > 0;) {
    before = best;
    for (const name of files.keys()) {
      if (name !== ROOT && best.has(name)) await attempt(new Map([...best].filter(([each]) => each !== name)));
    }
    for (const name of files.keys()) {
      // Ranges are those of the text before: what is removed moves them.
      for (let at = 0; ; at++) {
        const text = best.get(name);
        const range = text === undefined ? undefined : statementsOf(text)[at];
        if (text === undefined || range === undefined) break;
        const shorter = without(text, range);
        if (shorter !== undefined && (await attempt(new Map([...best, [name, shorter]])))) at--;
      }
    }
  }
  return best;
}

/** Returns the ranges of everything in a text that can go, the largest first. */
function statementsOf(text: string): readonly ByteRange[] {
  const { layer } = parseUsda(text);
  const found: ByteRange[] = [];
  const add = (range: ByteRange | undefined): void => {
    if (range !== undefined) found.push(range);
  };
  const addSpec = (spec: Spec): void => {
    for (const { entries } of spec.fields.values()) for (const { range } of entries) add(range);
    if (spec.specType === "pseudoRoot") return;
    if (spec.specType === "attribute" || spec.specType === "relationship") spec.statements.forEach(add);
    else add(spec.range);
  };
  visitLayer(layer, visitorOf(addSpec));
  // Entries of lists and dictionaries.
  let start = 0;
  for (const line of text.split("\n")) {
    const end = start + Buffer.byteLength(line);
    found.push({ start, end });
    start = end + 1;
  }
  return found.sort((a, b) => b.end - b.start - (a.end - a.start));
}

function visitorOf(visit: (spec: Spec) => void): Parameters<typeof visitLayer>[1] {
  return { root: visit, prim: visit, variant: visit, variantSet: visit, attribute: visit, relationship: visit };
}

/** Returns a text without a range and the rest of its line; undefined if it is then no layer. */
function without(text: string, { start, end }: ByteRange): string | undefined {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  const before = decoder.decode(bytes.subarray(0, start)).replace(/[ \t]+$/u, "");
  const after = decoder.decode(bytes.subarray(end)).replace(/^[ \t;]*\n/u, "");
  const shorter = before + after;
  return shorter.length < text.length && isLayer(shorter) ? shorter : undefined;
}

function isLayer(text: string): boolean {
  const parsed: { readonly ok: boolean; readonly layer: Layer } = parseUsda(text);
  return parsed.ok;
}
