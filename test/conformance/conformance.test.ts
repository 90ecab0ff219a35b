// Campaign in CI: Every conformance file printed, formatted and compared
//
// Every file of the conformance suites: the reference's verdict and content, both kept by print and format, and a
// difference that agrees with the dumps.

import { describe, expect, inject, test } from "vitest";
import type { Suite, Verdict } from "./corpus.ts";
import { missing, pinned, readVerdicts, skips } from "./corpus.ts";
import type { Findings } from "./examine.ts";
import { examineFiles } from "./examine.ts";

const TIMEOUT = 240_000;

/** `test` reads every file, and prints and formats an eighth of them. */
const every = inject("deep") ? 1 : 8;

/** The rows of a suite by the project that the files are from; small hand-made files by the first part of their name. */
function groups(suite: Suite): readonly (readonly [name: string, rows: readonly Verdict[]])[] {
  const found = new Map<string, Verdict[]>();
  for (const row of readVerdicts(suite)) {
    const name = row.file.split(suite === "real" ? "/" : "_")[0] ?? "";
    const rows = found.get(name);
    if (rows === undefined) found.set(name, [row]);
    else rows.push(row);
  }
  return [...found];
}

describe.skipIf(missing !== undefined).each(["real", "edge"] as const)("conformance, %s files", (suite) => {
  describe.each(groups(suite))("%s", (_name, rows) => {
    let made: Findings | undefined;
    const findings = (): Findings => (made ??= examineFiles(suite, rows, every));

    test(
      `the reference's verdict (${rows.length} files)`,
      () => {
        expect(findings().verdicts).toEqual([]);
      },
      TIMEOUT,
    );

    test.skipIf(rows.every(({ accept }) => accept !== true))("the reference's content", { timeout: TIMEOUT }, () => {
      expect(findings().dumps).toEqual([]);
    });

    test.skipIf(rows.every(({ accept }) => accept === false))("printed and read again", { timeout: TIMEOUT }, () => {
      expect(findings().prints).toEqual([]);
    });

    test.skipIf(rows.every(({ accept }) => accept === false))(
      "formatted, read again and formatted again",
      { timeout: TIMEOUT },
      () => {
        expect(findings().formats).toEqual([]);
      },
    );

    test.skipIf(rows.every(({ accept }) => accept === false))(
      "compared with its print, and with the file before it",
      { timeout: TIMEOUT },
      () => {
        expect(findings().differences).toEqual([]);
      },
    );
  });
});

describe.skipIf(missing !== undefined)("the tables of exceptions", () => {
  test.each([
    ["real", 10],
    ["edge", 15],
  ] as const)("%s: fewer than %i", (suite, limit) => {
    expect(skips.filter((skip) => skip.suite === suite).length).toBeLessThan(limit);
  });

  test("name existing files, once each", () => {
    const keys = skips.map(({ suite, file, what }) => `${suite} ${file} ${what}`);
    expect(new Set(keys).size).toBe(keys.length);
    const known = new Map((["real", "edge"] as const).map((suite) => [suite, readVerdicts(suite)]));
    const rowOf = ({ suite, file }: { suite: Suite; file: string }): Verdict | undefined =>
      known.get(suite)?.find((row) => row.file === file);
    expect(skips.filter((skip) => rowOf(skip) === undefined)).toEqual([]);
    expect(pinned.filter((pin) => rowOf(pin)?.accept !== null)).toEqual([]);
  });
});
