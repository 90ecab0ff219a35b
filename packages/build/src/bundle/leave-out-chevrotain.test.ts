import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { dumpSha256 } from "@usdkit/layer";
import * as usda from "@usdkit/usda";
import { rolldown } from "rolldown";
import { afterAll, expect, test } from "vitest";
import { leaveOutChevrotain } from "./leave-out-chevrotain.ts";

const folder = mkdtempSync(join(tmpdir(), "leave-out-chevrotain-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bundles the package for text into one file, and returns its code. */
async function bundle(name: string, plugins: readonly ReturnType<typeof leaveOutChevrotain>[]): Promise<string> {
  const input = resolve(import.meta.dirname, "../../../usda/src/index.ts");
  const build = await rolldown({ input, platform: "node", plugins: [...plugins] });
  const { output } = await build.write({ file: join(folder, name), format: "esm" });
  await build.close();
  return output[0].code;
}

/** Methods of chevrotain's lexer, recorder and analysis. */
const UNUSED = /\b(?:tokenizeInternal|topLevelRuleRecord|possiblePathsFrom|validateGrammar)\([\w, ]*\) \{/u;

test("a bundle without the unused modules of chevrotain reads text and describes errors as the sources do", async () => {
  const whole = await bundle("whole.mjs", []);
  expect(whole).toMatch(UNUSED);
  const code = await bundle("small.mjs", [leaveOutChevrotain()]);
  expect(code).toContain("invokeRuleWithTry");
  expect(code).not.toMatch(UNUSED);
  expect(whole.length - code.length).toBeGreaterThan(100_000);

  const { parseUsda } = (await import(pathToFileURL(join(folder, "small.mjs")).href)) as typeof usda;
  const text = `#usda 1.0\ndef Xform "A" (\n    kind = "group"\n)\n{\n    int[] a = [1, 2]\n    rel b = </A>\n    double = 1\n}\n`;
  const [bundled, own] = [parseUsda(text), usda.parseUsda(text)];
  expect(own.diagnostics).toHaveLength(1);
  expect(bundled.diagnostics).toEqual(own.diagnostics);
  expect(dumpSha256(bundled.layer)).toBe(dumpSha256(own.layer));
});
