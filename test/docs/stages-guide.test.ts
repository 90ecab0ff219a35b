// docs/guides/from-layers-to-stages.md: its files, commands with their output, its pictures and its program, as they are on the page;
// and the examples of docs/guides/stages-in-programs.md, which use the same files.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../packages/usda-lint/src/test-support/run-command.ts";
import { readBlocks, root } from "./blocks/read-blocks.ts";
import { filesOf, pictures, strengthPicture, type Composed, type Explained } from "../../docs/scripts/draw-strength.ts";

const PAGE = "docs/guides/from-layers-to-stages.md";
const text = readFileSync(join(root, PAGE), "utf8");
const blocks = readBlocks(PAGE);
const files = filesOf(text);

let folder = "";
beforeAll(() => {
  // In the repository, from where the packages are found.
  folder = mkdtempSync(join(import.meta.dirname, "stages-guide-"));
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
});
afterAll(() => rmSync(folder, { recursive: true }));

const commands = blocks.flatMap(({ language, code }, i) =>
  language === "sh" ? [{ command: code.trim(), output: blocks[i + 1]?.code }] : [],
);

test("the page has its parts", () => {
  expect([...files.keys()]).toEqual(["chair.usda", "layout.usda", "shot.usda", "arcs.usda"]);
  expect(commands).toHaveLength(7);
});

test.each(commands)("$command", async ({ command, output }) => {
  const args = command.split(" ").map((each) => each.replace(/^'(.*)'$/u, "$1"));
  const { code, stdout, stderr } = await runCommand("usda", args.slice(1), { cwd: folder });
  expect({ code, stderr, stdout: `${stdout.trimEnd()}\n` }).toEqual({ code: 0, stderr: "", stdout: output });
});

test("the program, and what it prints after an edit", () => {
  const programs = blocks.flatMap(({ language, code }, i) =>
    language === "ts" ? [{ code, output: blocks[i + 1]?.code }] : [],
  );
  expect(programs).toHaveLength(3);
  writeFileSync(join(folder, "program.ts"), programs.map(({ code }) => code).join("\n"));
  expect(execFileSync(process.execPath, ["program.ts"], { cwd: folder, encoding: "utf8" })).toBe(
    `/Set/Chair fallback\n${programs[1]?.output}${programs[2]?.output}`,
  );
});

test.each(pictures)("$file shows what the commands print", async ({ file, root: layer, prim }) => {
  const run = async (...args: string[]): Promise<unknown> =>
    JSON.parse((await runCommand("usda", [...args, "--json"], { cwd: folder })).stdout);
  const composed = (await run("compose", layer, "--prim", prim)) as Composed;
  const explained = (await run("explain", layer, prim)) as Explained;
  expect(text).toContain(`](../images/${file})`);
  expect(readFileSync(join(root, "docs/images", file), "utf8")).toBe(strengthPicture(composed, explained));
});

test("the ten examples of programs print what the page has", () => {
  const examples = readBlocks("docs/guides/stages-in-programs.md");
  const of = (wanted: string): readonly string[] =>
    examples.flatMap(({ language, code }) => (language === wanted ? [code] : []));
  expect(of("ts")).toHaveLength(10);
  writeFileSync(join(folder, "examples.ts"), of("ts").join("\n"));
  const printed = execFileSync(process.execPath, ["examples.ts"], { cwd: folder, encoding: "utf8" });
  expect(printed).toBe(of("text").join(""));
});
