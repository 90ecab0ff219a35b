import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkStructure } from "./check-structure.ts";

let root: string;

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "check-structure-"));
  write({ "packages/usda/package.json": `{ "name": "@usdkit/usda", "imports": { "#b": "./src/scan/b.ts" } }` });
});

afterEach(() => rmSync(root, { recursive: true }));

describe("length of files", () => {
  test("400 lines are allowed, 401 are not, also in tests", () => {
    write({
      "packages/usda/src/a.ts": "// a\n".repeat(400),
      "packages/usda/src/b.test.ts": "// b\n".repeat(401),
      "packages/usda/src/c.generated.ts": "// Made by packages/usda/src/a.ts from usd-core.\n".repeat(1000),
      "packages/usda/node_modules/d/d.ts": "// d\n".repeat(1000),
    });
    expect(checkStructure(root).findings).toEqual(["packages/usda/src/b.test.ts: 401 lines, at most 400 are allowed"]);
  });
});

describe("classes", () => {
  test("two deep are allowed, three are not, across files and import aliases", () => {
    write({
      "packages/usda/src/a.ts": "export class A extends Error {}",
      "packages/usda/src/b.ts": `import { A as Base } from "./a.ts";\nexport class B extends Base {}`,
      "packages/usda/src/index.ts": `export { B } from "./b.ts";`,
      "test/c.ts": `import { B } from "@usdkit/usda";\n\nexport const c = class C extends B {};`,
    });
    expect(checkStructure(root).findings).toEqual(["test/c.ts:3: C extends B extends A"]);
  });

  test("classes of one name in two files are two classes", () => {
    write({
      "packages/usda/src/a.ts": "class A {}\nclass B extends A {}",
      "packages/usda/src/b.ts": "class B {}\nclass C extends B {}",
    });
    expect(checkStructure(root).findings).toEqual([]);
  });

  test("a mixin's argument is a base", () => {
    write({ "packages/usda/src/a.ts": "class A {}\nclass B extends mixin(A) {}\nclass C extends mixin(B, 1) {}" });
    expect(checkStructure(root).findings).toEqual(["packages/usda/src/a.ts:3: C extends B extends A"]);
  });
});

describe("folders", () => {
  test("a cycle is reported with an import for each step", () => {
    write({
      "packages/usda/src/scan/a.ts": `import "../print/a.ts";`,
      "packages/usda/src/scan/b.ts": "",
      "packages/usda/src/print/a.ts": `import type { X } from "../edit/a.ts";`,
      "packages/usda/src/edit/a.ts": `import "#b";`,
    });
    expect(checkStructure(root).findings).toEqual([
      "packages/usda/src: folders import each other: edit → scan (packages/usda/src/edit/a.ts:1), " +
        "scan → print (packages/usda/src/scan/a.ts:1), print → edit (packages/usda/src/print/a.ts:1)",
    ]);
  });

  test("at any depth", () => {
    write({
      "packages/usda/src/read/values/a.ts": `import "../arcs/a.ts";`,
      "packages/usda/src/read/arcs/a.ts": `import "../values/b.ts";`,
    });
    expect(checkStructure(root).findings).toEqual([
      expect.stringContaining("packages/usda/src/read: folders import each other"),
    ]);
  });

  test("a folder and its parent are not siblings, and tests may import anything", () => {
    write({
      "packages/usda/src/read/a.ts": `import "./values/a.ts";`,
      "packages/usda/src/read/values/a.ts": `import "../context.ts";`,
      "packages/usda/src/scan/a.ts": `import "../read/a.ts";`,
      "packages/usda/src/read/a.test.ts": `import "../scan/a.ts";`,
      "packages/usda/src/read/test-support/b.ts": `import "../../scan/a.ts";`,
    });
    expect(checkStructure(root).findings).toEqual([]);
  });
});

describe("functions with many parameters", () => {
  const wide = "function f(a: 1, b: 1, c: 1, d: 1, e: 1): void {}\n";

  test("are listed, methods and constructors too; `this` does not count", () => {
    write({
      "packages/usda/src/a.ts": `${wide}class A { constructor(a, b, c, d, { e }) {} f(a, b, c, d, ...e) {} }`,
      "packages/usda/src/b.ts": "function g(this: 1, a: 1, b: 1, c: 1, d: 1): void {}",
    });
    expect(checkStructure(root)).toEqual({
      findings: [],
      wide: [
        "packages/usda/src/a.ts:1: 5 parameters",
        "packages/usda/src/a.ts:2: 5 parameters",
        "packages/usda/src/a.ts:2: 5 parameters",
      ],
    });
  });

  test("15 are allowed, 16 are not", () => {
    write({ "packages/usda/src/a.ts": wide.repeat(15) });
    expect(checkStructure(root).findings).toEqual([]);
    write({ "packages/usda/src/a.ts": wide.repeat(16) });
    expect(checkStructure(root).findings).toEqual([
      "16 functions have 5 parameters or more, at most 15 are allowed (--list prints them)",
    ]);
  });
});

describe("exports", () => {
  test("functions and constants that no other file imports are reported, and types that nothing mentions", () => {
    write({
      "packages/usda/src/a.ts":
        "export interface A {}\nexport interface B {}\nexport function a(b: B): void {}\nexport const c = 1;",
      "packages/usda/src/a.test.ts": `import { c } from "./a.ts";`,
    });
    expect(checkStructure(root).findings).toEqual([
      "packages/usda/src/a.ts:1: no other file imports A",
      "packages/usda/src/a.ts:3: no other file imports a",
    ]);
  });

  test("entries of a package are public, and so are modules that are imported as a whole or named by a URL", () => {
    write({
      "packages/usda/package.json": `{ "name": "@usdkit/usda", "exports": { ".": "./src/index.ts", "./*": "./src/open/*.ts" } }`,
      "packages/usda/src/index.ts": `export function a(): URL { return new URL("./worker.ts", import.meta.url); }\nexport const all = import("./whole.ts");`,
      "packages/usda/src/open/deep/b.ts": "export const b = 1;",
      "packages/usda/src/whole.ts": "export const c = 1;",
      "packages/usda/src/worker.ts": "export const d = 1;",
    });
    expect(checkStructure(root).findings).toEqual([]);
  });
});
