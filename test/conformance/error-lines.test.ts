// The line of the first error in a rejected file: the reference's, or a better one for a documented reason.

import { describe, expect, test } from "vitest";
import { parseUsda } from "../../packages/usda/src/parse/parse-usda.ts";
import { betterLines, missing, readSource, readVerdicts } from "./corpus.ts";

const LEAST_SHARE = 0.9;

describe.skipIf(missing !== undefined)("the line of the first error", () => {
  test.each(["real", "edge"] as const)("%s files: right in nine of ten at least", (suite) => {
    const listed = new Set(betterLines.filter((row) => row.suite === suite).map(({ file }) => file));
    const elsewhere: string[] = [];
    let count = 0;
    for (const { file, error } of readVerdicts(suite)) {
      if (error === undefined || error.line === null) continue;
      count++;
      const [first] = parseUsda(readSource(suite, file)).diagnostics;
      if (first?.line === error.line || listed.has(file)) continue;
      elsewhere.push(
        `${file}: line ${first?.line ?? "-"} (${first?.message ?? "accepted"}), the reference's ${error.line}`,
      );
    }
    expect(count).toBeGreaterThan(50);
    const share = 1 - elsewhere.length / count;
    expect(share >= LEAST_SHARE ? [] : elsewhere).toEqual([]);
  });

  test.each(betterLines)("$suite/$file: line $line", ({ suite, file, line }) => {
    const verdict = readVerdicts(suite).find((row) => row.file === file);
    expect(verdict?.error?.line).toBeTypeOf("number");
    expect(verdict?.error?.line).not.toBe(line);
    expect(parseUsda(readSource(suite, file)).diagnostics[0]?.line).toBe(line);
  });
});
