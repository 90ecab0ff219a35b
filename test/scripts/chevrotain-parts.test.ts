import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { expect, test } from "vitest";
import { CHEVROTAIN_PARTS, bundleChevrotain, chevrotainFolders } from "./chevrotain-parts.ts";

const text = readFileSync(resolve(import.meta.dirname, "../..", CHEVROTAIN_PARTS), "utf8");

test("the parts of chevrotain are those of the installed version; otherwise `run chevrotain`", async () => {
  expect(text).toBe(await bundleChevrotain());
});

test("they contain its rules, not its lexer, recorder and analysis", () => {
  expect(text).toContain("invokeRuleWithTry");
  expect(text).not.toMatch(
    /(?:function |\t)(?:tokenizeInternal|topLevelRuleRecord|possiblePathsFrom|validateGrammar)\(/u,
  );
  expect(text.length).toBeLessThan(60_000);
});

test("they name the packages that they are made of, for the lists of licences", () => {
  expect(chevrotainFolders().map((folder) => basename(folder))).toEqual(["utils", "chevrotain"]);
  for (const folder of chevrotainFolders())
    expect(readFileSync(resolve(folder, "package.json"), "utf8")).toContain("Apache-2.0");
});
