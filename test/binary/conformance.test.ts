// Campaign in CI: Every conformance text as a crate

// The conformance texts written as crates and read again: the same content.

import { dumpSha256 } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { readUsdc, UsdcWriteError, writeUsdc } from "@usdkit/usdc";
import { describe, expect, inject, test } from "vitest";
import type { Suite } from "../conformance/corpus.ts";
import { missing, readSource, readVerdicts } from "../conformance/corpus.ts";

/** Every file in `test:deep`, otherwise every Nth. */
const STEP: number = inject("deep") ? 1 : 12;

/** Returns the problem with a text; undefined if there is none. */
function problem(suite: Suite, file: string): string | undefined {
  const { layer, ok } = parseUsda(readSource(suite, file));
  if (!ok) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = writeUsdc(layer);
  } catch (error) {
    // The reference cannot write these either.
    if (
      error instanceof UsdcWriteError &&
      /displayUnit|path as a value|default of a relationship|NUL/u.test(error.message)
    )
      return undefined;
    throw error;
  }
  const read = readUsdc(bytes, { checkArrays: true });
  if (!read.ok) return `${file}: ${read.diagnostics[0]?.message ?? ""}`;
  return dumpSha256(read.layer) === dumpSha256(layer) ? undefined : `${file}: another content`;
}

describe.skipIf(missing !== undefined).each(["real", "edge"] as const)(
  "conformance texts as crates, %s files",
  (suite) => {
    const rows = readVerdicts(suite).filter(({ accept }, i) => accept === true && i % STEP === 0);

    test(`${rows.length} files keep their content`, { timeout: 600_000 }, () => {
      expect(rows.flatMap(({ file }) => problem(suite, file) ?? [])).toEqual([]);
    });
  },
);
