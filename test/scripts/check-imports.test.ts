import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkImports } from "./check-imports.ts";

let root: string;

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "check-imports-"));
  write({
    "package.json": `{ "name": "root", "devDependencies": { "vitest": "1.0.0" } }`,
    "packages/usda/package.json": `{ "name": "@usdkit/usda", "dependencies": { "chevrotain": "1.0.0" } }`,
    "packages/scene/package.json": `{ "name": "@usdkit/scene", "dependencies": { "@usdkit/usda": "workspace:*" } }`,
  });
});

afterEach(() => rmSync(root, { recursive: true }));

/** The findings of the repository's own tables in the files here, which have few of their imports. */
function findingsOfFiles(): string[] {
  return checkImports(root).filter((finding) => !/^test\/scripts\/(package|stage)-imports\.ts:/.test(finding));
}

describe("checkImports", () => {
  it("accepts imports that go the right way", () => {
    write({
      "packages/usda/src/index.ts": `export { a } from "./grammar/a.ts";`,
      "packages/usda/src/grammar/a.ts": `import { CstParser } from "chevrotain";\nimport "node:fs";\nimport "../scan/b.ts";\nimport "./c.ts";`,
      "packages/usda/src/scan/b.test.ts": `import { it } from "vitest";\nimport "../grammar/a.ts";\nimport "../index.ts";`,
      "packages/scene/src/index.ts": `import type { Layer } from "@usdkit/usda";\nimport manifest from "../package.json";`,
    });
    expect(findingsOfFiles()).toEqual([]);
  });

  it.each([
    ["import", `import { x } from "../grammar/a.ts";`],
    ["type import", `import type { X } from "../grammar/a.ts";`],
    ["type in an import", `import { type X } from "../grammar/a.ts";`],
    ["re-export", `export * from "../grammar/a.ts";`],
    ["named re-export", `export { x } from "../grammar/a.ts";`],
    ["dynamic import", `await import("../grammar/a.ts");`],
    ["type expression", `export type X = import("../grammar/a.ts").X;`],
  ])("reports a stage that imports backwards: %s", (_, text) => {
    write({ "packages/usda/src/scan/b.ts": `// first line\n${text}` });
    expect(findingsOfFiles()).toEqual([
      `packages/usda/src/scan/b.ts:2: imports "../grammar/a.ts": stage "scan" may not import from stage "grammar"`,
    ]);
  });

  it("reports a stage that imports from the top of src", () => {
    write({ "packages/usda/src/scan/b.ts": `import "../index.ts";` });
    expect(findingsOfFiles()).toEqual([
      `packages/usda/src/scan/b.ts:1: imports "../index.ts": stage "scan" may not import from the top of src`,
    ]);
  });

  it("reports a package that imports backwards, and one that is not declared", () => {
    write({ "packages/usda/src/index.ts": `import type { Scene } from "@usdkit/scene/deep";` });
    expect(findingsOfFiles()).toEqual([
      `packages/usda/src/index.ts:1: imports "@usdkit/scene/deep": usda may not import from scene`,
      `packages/usda/src/index.ts:1: imports "@usdkit/scene/deep": not among the dependencies of @usdkit/usda`,
    ]);
  });

  it("follows a name that a condition resolves, to each of its files", () => {
    write({
      "packages/usda/package.json": `{ "name": "@usdkit/usda", "imports": { "#b": { "node": "./src/scan/b.ts", "default": "./src/print/b.ts" } } }`,
      "packages/usda/src/grammar/a.ts": `import "#b";\nimport "#c";`,
    });
    expect(findingsOfFiles()).toEqual([
      `packages/usda/src/grammar/a.ts:1: imports "#b": stage "grammar" may not import from stage "print"`,
      `packages/usda/src/grammar/a.ts:2: imports "#c": not among the imports of @usdkit/usda`,
    ]);
  });

  it("reports another package imported by its path", () => {
    write({ "packages/scene/src/index.ts": `import "../../usda/src/index.ts";` });
    expect(findingsOfFiles()).toEqual([
      `packages/scene/src/index.ts:1: imports "../../usda/src/index.ts": other packages are imported by name`,
    ]);
  });

  it("reports a development dependency used outside tests", () => {
    write({ "packages/usda/src/index.ts": `import { it } from "vitest";` });
    expect(findingsOfFiles()).toEqual([
      `packages/usda/src/index.ts:1: imports "vitest": not among the dependencies of @usdkit/usda`,
    ]);
  });

  it("allows development dependencies in what is bundled into commands, not in published modules", () => {
    const usda = `{ "name": "@usdkit/usda", "devDependencies": { "chevrotain": "1.0.0" } }`;
    write({
      "packages/usda/package.json": usda,
      "packages/usda/tsconfig.build.json": `{\n  // Published.\n  "include": ["src/index.ts"]\n}`,
      "packages/usda/src/index.ts": `export {};`,
      "packages/usda/src/main.ts": `import "chevrotain";`,
    });
    expect(findingsOfFiles().filter((finding) => finding.includes("chevrotain"))).toEqual([]);
    write({ "packages/usda/src/index.ts": `import "chevrotain";` });
    expect(findingsOfFiles()).toContain(
      `packages/usda/src/index.ts:1: imports "chevrotain": not among the dependencies of @usdkit/usda`,
    );
  });

  it("reports packages and stages that no table knows", () => {
    write({
      "packages/new/package.json": `{ "name": "new" }`,
      "packages/usda/src/other/a.ts": ``,
    });
    expect(findingsOfFiles()).toEqual([
      `packages/new: not in test/scripts/package-imports.ts`,
      `packages/usda/src/other/a.ts: stage "other" is not in test/scripts/stage-imports.ts`,
    ]);
  });

  it("reports rows whose import does not exist, and stages without rows", () => {
    write({
      "packages/usda/src/scan/a.ts": ``,
      "packages/usda/src/print/a.ts": `import "../scan/a.ts";`,
      "packages/usda/src/print/a.test.ts": `import "../edit/a.ts";`,
      "packages/usda/src/edit/a.ts": ``,
      "packages/scene/src/build/a.ts": `import "./b.test.ts";`,
      "packages/scene/src/write/a.ts": ``,
    });
    const rules = {
      packages: { usda: [], scene: ["usda"] },
      stages: { usda: { scan: [], print: ["scan", "edit"], edit: [], gone: [] } },
      tests: { scene: ["usda"] },
    };
    expect(checkImports(root, rules)).toEqual([
      `packages/scene: has no rows for its stages in test/scripts/stage-imports.ts`,
      `test/scripts/stage-imports.ts: usda has no stage "gone"`,
      `test/scripts/package-imports.ts: the import scene → usda does not exist`,
      `test/scripts/package-imports.ts: the import scene → usda (in tests) does not exist`,
      `test/scripts/stage-imports.ts: the import usda: print → edit does not exist`,
    ]);
  });

  it("accepts development dependencies in a private package without dependencies", () => {
    const manifest = { name: "@usdkit/usda", devDependencies: { chevrotain: "1.0.0" } };
    const findings = (more: object): string[] => {
      write({
        "packages/usda/package.json": JSON.stringify({ ...manifest, ...more }),
        "packages/usda/src/index.ts": `import "chevrotain";`,
      });
      return findingsOfFiles();
    };
    expect(findings({ private: true })).toEqual([]);
    const finding = `packages/usda/src/index.ts:1: imports "chevrotain": not among the dependencies of @usdkit/usda`;
    expect(findings({})).toEqual([finding]);
    expect(findings({ private: true, dependencies: {} })).toEqual([finding]);
  });

  it("reports rows that name a row below them, those of tests too", () => {
    write({
      "packages/usda/src/a.ts": `import "@usdkit/scene";`,
      "packages/usda/src/a.test.ts": `import "@usdkit/scene";`,
      "packages/scene/src/a.ts": ``,
    });
    const tables = { stages: {}, tests: { usda: ["scene"] } };
    const backwards = checkImports(root, { ...tables, packages: { usda: ["scene"], scene: [] } });
    const message = "test/scripts/package-imports.ts: usda → scene: a row may only name rows above it";
    expect(backwards.filter((finding) => finding.includes("above"))).toEqual([message, message]);
    const forwards = checkImports(root, { ...tables, packages: { scene: [], usda: ["scene"] } });
    expect(forwards.filter((finding) => finding.includes("above"))).toEqual([]);
  });
});
