import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { foreignFiles } from "./own-files.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "own-files-"));
  write("package.json", '{ "scripts": { "tables": "node test/write.ts" } }');
  write("test/write.ts", "");
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const NOTICE = "Copyright";

test.each([
  `${NOTICE} (c) 2014, Some Body`,
  `${NOTICE} 2020 Some Body`,
  `// ${NOTICE} © Some Body`,
  `descriptions, ${NOTICE.toLowerCase()} Pixar`,
])("a file with %s is reported", (text) => {
  write("packages/a/src/a.ts", `// a\n${text}\n`);
  expect(foreignFiles(root)).toEqual([
    expect.stringMatching(/^packages\/a\/src\/a\.ts: states the copyright of others: "/),
  ]);
});

test("our own notice, and prose about notices, are not reported", () => {
  write("LICENSE.md", `${NOTICE} (c) 2026 The usdkit authors\n`);
  write("docs/a.md", "The copyright notice is in the licence; copyrightOwner is an attribute.\n");
  write("packages/a/node_modules/b/b.js", `// ${NOTICE} 2020 Some Body`);
  expect(foreignFiles(root)).toEqual([]);
});

test.each([
  "// Made by `pnpm run tables` from test/write.ts.\n",
  "// Made by `npx -y pnpm@12 run tables` from the docstrings of test/write.ts; changes go there.\n",
  "// Made by test/write.ts from the schema registry of usd-core 26.11.\n",
])("a generated file may begin with %s", (text) => {
  write("packages/a/src/a.generated.ts", text);
  expect(foreignFiles(root)).toEqual([]);
});

test.each([
  "export const a = 1;\n",
  "// Made by hand.\n",
  "// Made by `pnpm run others` from test/write.ts.\n",
  "// Made by test/others.ts from test/write.ts.\n",
  "// Made by test/write.ts from test/others.json.\n",
  "// Made by test/write.ts from a package.\n",
])("a generated file may not begin with %s", (text) => {
  write("packages/a/src/a.generated.ts", text);
  expect(foreignFiles(root)).toEqual([
    'packages/a/src/a.generated.ts: does not begin with "// Made by SCRIPT from INPUT", of files that exist',
  ]);
});
