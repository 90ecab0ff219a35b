// The difference of real files: none from what was printed of them, and none from another exactly where the dumps agree.

import { describeDifferences, diffLayers, dumpSha256 } from "@usdkit/layer";
import { parseUsda, printUsdaBytes } from "@usdkit/usda";
import type { Layer } from "@usdkit/layer";
import { describe, expect, test } from "vitest";
import { missing, readSource, readVerdicts } from "./corpus.ts";

/** Larger ones add time and no new syntax. */
const LARGEST = 1_000_000;

describe.skipIf(missing !== undefined).each(["real", "edge"] as const)("%s files", (suite) => {
  test("compared with their print, and each with the next", { timeout: 240_000 }, () => {
    const findings: string[] = [];
    let compared = 0;
    let last: { readonly layer: Layer; readonly digest: string } | undefined;
    for (const { file, accept } of readVerdicts(suite)) {
      const source = readSource(suite, file);
      if (accept !== true || source.length > LARGEST) continue;
      const { layer, ok } = parseUsda(source);
      if (!ok) continue;
      compared++;
      const printed = diffLayers(layer, parseUsda(printUsdaBytes(layer)).layer);
      if (printed.length > 0) findings.push(`${file}: ${JSON.stringify(describeDifferences(printed)).slice(0, 300)}`);
      const digest = dumpSha256(layer);
      if (last !== undefined) {
        const differences = diffLayers(last.layer, layer);
        if ((differences.length === 0) !== (digest === last.digest)) findings.push(`${file}: not as the dumps say`);
      }
      last = { layer, digest };
    }
    expect(findings).toEqual([]);
    expect(compared).toBeGreaterThan(20);
  });
});
