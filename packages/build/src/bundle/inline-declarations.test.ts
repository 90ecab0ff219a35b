import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { inlineDeclarations } from "./inline-declarations.ts";

test("a name is copied from the file that declares it, and nothing else of its package", () => {
  const root = mkdtempSync(join(tmpdir(), "usdkit-declarations-"));
  try {
    const files = {
      "tool/dist/index.d.ts":
        'export { run } from "./run.js";\nexport type { Rule, Point as Place } from "@usdkit/rules";\n',
      "tool/dist/run.d.ts":
        'import type { Rule } from "@usdkit/rules";\nexport declare function run(rule: Rule): void;\n',
      "rules/dist/index.d.ts":
        'export type { Rule } from "./rule/rule.js";\nexport { other } from "./other.js";\nexport type { Vector as Point } from "@usdkit/base";\n',
      "rules/dist/rule/rule.d.ts":
        'import type { Vector } from "@usdkit/base";\nimport type { Schema } from "zod";\nexport interface Rule { at: Vector; schema: Schema }\n',
      "rules/dist/other.d.ts": "export declare const other: number;\n",
      "base/dist/index.d.ts": "export type Vector = readonly number[];\n",
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    const dist = join(root, "tool/dist");
    inlineDeclarations(
      dist,
      "index.d.ts",
      new Map([
        ["@usdkit/rules", join(root, "rules")],
        ["@usdkit/base", join(root, "base")],
      ]),
    );

    const read = (name: string): string => readFileSync(join(dist, name), "utf8");
    expect(read("index.d.ts")).toBe(
      'export { run } from "./run.js";\nexport type { Rule } from "./types/rules/rule/rule.js";\nexport type { Vector as Place } from "./types/base/index.js";\n',
    );
    expect(read("run.d.ts")).toContain('import type { Rule } from "./types/rules/rule/rule.js";');
    expect(read("types/rules/rule/rule.d.ts")).toBe(
      'import type { Vector } from "../../base/index.js";\nimport type { Schema } from "zod";\nexport interface Rule { at: Vector; schema: Schema }\n',
    );
    expect(existsSync(join(dist, "types/rules/other.d.ts"))).toBe(false);
    expect(existsSync(join(dist, "types/rules/index.d.ts"))).toBe(false);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
