import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const here = import.meta.dirname;
const repository = resolve(here, "../..");

/** Runs vitest on a file of `source` in a process of its own, where a test that fails is run again, and describes it. */
function describeRun(source: string): string[] {
  // Below the repository, so that the file finds vitest.
  const cache = join(repository, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const root = mkdtempSync(join(cache, "describe-failures-"));
  try {
    writeFileSync(join(root, "a.test.ts"), `import { beforeAll, describe, expect, test } from "vitest";\n${source}`);
    const program = `
      import { startVitest } from "vitest/node";
      import { describeFailures } from ${JSON.stringify(join(here, "describe-failures.ts"))};
      const root = ${JSON.stringify(root)};
      const settings = { root, dir: root, config: false, watch: false, retry: 1, reporters: [{}], include: ["*.test.ts"] };
      const vitest = await startVitest("test", [], settings);
      const lines = describeFailures(vitest.state.getTestModules(), vitest.state.getUnhandledErrors(), root);
      await vitest.close();
      console.log(JSON.stringify(lines));
    `;
    const args = ["--input-type=module", "-e", program];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: repository, encoding: "utf8" });
    if (stdout === "") throw new Error(stderr);
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as string[];
  } finally {
    rmSync(root, { recursive: true });
  }
}

test("lists what failed in tests and hooks, and what passed only when run again", () => {
  const lines = describeRun(`
    test("passes", () => {});
    describe("group", () => {
      test("fails", () => expect([1, 2]).toEqual([1, 3]));
    });
    describe("hooks", () => {
      beforeAll(() => { throw new Error("no database"); });
      test("never runs", () => {});
    });
    let runs = 0;
    test("fails once", () => expect(runs++, "runs").toBe(1));
  `);
  const text = lines.join("\n");
  const [failed = "", repeated = ""] = text.split("Passed only when run again:");
  expect(failed).toMatch(/^\nFailed:\n {2}a\.test\.ts/u);
  expect(failed).toContain("  a.test.ts > group > fails\n    expected [ 1, 2 ] to deeply equal [ 1, 3 ]\n");
  expect(failed).toContain("  a.test.ts > hooks\n    no database\n");
  expect(failed).not.toMatch(/passes|once/u);
  expect(repeated).toContain("  a.test.ts > fails once\n    runs: expected +0 to be 1");
});

test("lists a file that cannot be loaded", () => {
  expect(describeRun('import "./none.ts";').join("\n")).toMatch(/Failed:\n {2}a\.test\.ts\n {4}.*none\.ts/u);
});

test("is empty if all pass", () => {
  expect(describeRun('test("passes", () => {});')).toEqual([]);
});
