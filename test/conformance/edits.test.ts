// Campaign: Eight edits of every file of the conformance set, parsed and checked after each

// Edits of real files, several for each: the parse of an edited text and the findings of a check after an edit equal
// those of the whole text.

import { dumpSha256 } from "@usdkit/layer";
import { parseUsda, reparseUsda, type ParseResult, type ReparseEdit } from "@usdkit/usda";
import { checkScene, SceneCheck, type Finding } from "@usdkit/validate";
import { describe, expect, inject, test } from "vitest";
import { missing, readSource, readVerdicts, type Suite } from "./corpus.ts";

const isDeep = inject("deep");
/** Every n-th file. */
const STEP = isDeep ? 1 : 30;
const EDITS = isDeep ? 8 : 4;
/** Longer files take longer without other statements. */
const MAX_BYTES = 400_000;
const TIMEOUT = 600_000;
const SEED = 7;

/** Text that opens, closes or ends something, or splits a character. */
const PIECES = [
  '"',
  "{",
  "}",
  "#",
  "(",
  ")",
  "[",
  "]",
  " = edit [",
  "1",
  " ",
  "\n",
  'def "Zz" {}\n',
  "/*",
  "é",
  "@",
].map((text) => new TextEncoder().encode(text));

/** Returns whole numbers below a bound, the same for the same seed (MINSTD). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

interface Edited {
  readonly bytes: Uint8Array;
  readonly edit: ReparseEdit;
}

/** Inserts a piece behind the header, in every third case in place of up to 60 bytes; at any byte, also within characters. */
function edited(bytes: Uint8Array, below: (bound: number) => number): Edited {
  const headerEnd = Math.max(1, bytes.indexOf(10) + 1);
  const start = Math.min(bytes.length, headerEnd + below(Math.max(1, bytes.length - headerEnd)));
  const end = below(3) === 0 ? Math.min(bytes.length, start + below(60)) : start;
  const piece = PIECES[below(PIECES.length)];
  const result = new Uint8Array(bytes.length - (end - start) + piece.length);
  result.set(bytes.subarray(0, start));
  result.set(piece, start);
  result.set(bytes.subarray(end), start + piece.length);
  return { bytes: result, edit: { start, end, size: piece.length } };
}

/** Everything of a finding but its fixes. */
const contents = (findings: readonly Finding[]): string =>
  JSON.stringify(findings.map((each) => ({ ...each, fixes: [] })));

function differenceOf(ours: ParseResult, check: SceneCheck, bytes: Uint8Array): string | undefined {
  const whole = parseUsda(bytes);
  if (JSON.stringify(ours.diagnostics) !== JSON.stringify(whole.diagnostics)) return "diagnostics";
  if (dumpSha256(ours.layer) !== dumpSha256(whole.layer)) return "content";
  return contents(check.findings()) === contents(checkScene(bytes).findings) ? undefined : "findings";
}

describe.skipIf(missing !== undefined).each<Suite>(["real", "edge"])("edits of %s files", (suite) => {
  test("the parse and the findings are those of the whole text", { timeout: TIMEOUT }, () => {
    const problems: string[] = [];
    let count = 0;
    const files = readVerdicts(suite).filter((_, index) => index % STEP === 0);
    for (const [index, { file }] of files.entries()) {
      let bytes = readSource(suite, file);
      if (bytes.length === 0 || bytes.length > MAX_BYTES) continue;
      const below = numbersFrom(SEED + index);
      let parsed: ParseResult = parseUsda(bytes);
      let check = SceneCheck.of({ parsed });
      for (let i = 0; i < EDITS; i++) {
        const next = edited(bytes, below);
        const again = reparseUsda(parsed, next.bytes, next.edit);
        check = check.next({ parsed: again }, next.edit);
        count++;
        const difference = differenceOf(again, check, next.bytes);
        if (difference !== undefined) {
          problems.push(`${file}, edit ${i} (${JSON.stringify(next.edit)}): ${difference}`);
          break;
        }
        ({ bytes } = next);
        parsed = again;
      }
    }
    expect(problems).toEqual([]);
    expect(count).toBeGreaterThan(files.length);
  });
});
