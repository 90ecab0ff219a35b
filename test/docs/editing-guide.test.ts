// docs/guides/editing-stages.md: its files, and its commands with their output, as they are on the page.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand, TestFolder } from "../../packages/usda-lint/src/test-support/run-command.ts";
import { readBlocks, root } from "./blocks/read-blocks.ts";

const PAGE = "docs/guides/editing-stages.md";
const text = readFileSync(join(root, PAGE), "utf8");
const blocks = readBlocks(PAGE);
const files = [...text.matchAll(/^`([a-z]+\.(?:usda|json))`:\n\n```(?:usda|json)\n([^]*?)^```$/gmu)];
const folder = new TestFolder(Object.fromEntries(files.map(([, name = "", content = ""]) => [name, content])));
afterAll(() => folder[Symbol.dispose]());

const commands = blocks.flatMap(({ language, code }, i) =>
  language === "sh" ? [{ command: code.trim(), output: blocks[i + 1]?.code }] : [],
);

test("the page has its parts", () => {
  expect(files.map(([, name]) => name)).toEqual(["chair.usda", "shot.usda", "edits.json"]);
  expect(commands).toHaveLength(6);
});

// In their order: one of them writes.
test.each(commands)("$command", async ({ command, output }) => {
  const args = [...command.matchAll(/'([^']*)'|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const { code, stdout, stderr } = await runCommand("usda", args.slice(1), { cwd: folder.path });
  // The page has no spaces at the ends of lines.
  expect({ code, stderr, stdout: stdout.replaceAll(/ +$/gmu, "").trimEnd() }).toEqual({
    code: 0,
    stderr: "",
    stdout: output?.trimEnd(),
  });
});
