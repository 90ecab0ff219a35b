// Configurations that are code, through the real command.
import { chownSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { TWICE, TestFolder, lintText, runCommand, type Result } from "../test-support/run-command.ts";

const lint = (cwd: string, ...args: string[]): Promise<Result> => lintText(args, { cwd });
/** Rules of the lines of standard output. */
const rules = ({ stdout }: Result): string[] => stdout.match(/duplicate-field/g) ?? [];

const OFF = JSON.stringify({ rules: { "duplicate-field": "off" } });

/** A configuration that writes a file when it runs. */
const marking = (folder: TestFolder): string =>
  `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(join(folder.path, "ran"))}, ""); export default ${OFF};`;
const hasRun = (folder: TestFolder): boolean => existsSync(join(folder.path, "ran"));

describe("code runs only from the project, and if it belongs to the user", () => {
  test.each<[string, Record<string, string>, cwd: string, from: string]>([
    ["a folder with package.json", { "p/package.json": "{}", "p/s/a.usda": TWICE }, "p/s", "../.."],
    [
      "a repository",
      { "r/.git/HEAD": "", "r/packages/p/package.json": "{}", "r/packages/p/a.usda": TWICE },
      "r/packages/p",
      "../../..",
    ],
  ])("not above of %s, unless it is named", async (_, files, cwd, up) => {
    using folder = new TestFolder(files);
    folder.write("usda-lint.config.mjs", marking(folder));
    const at = join(folder.path, cwd);
    const { code, stdout, stderr } = await lint(at);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(
      /^usda-lint: (?:\.\.\/)+usda-lint\.config\.mjs: not run: it is code outside of the project's folder /,
    );
    expect((await lint(at, "--rule", "mine:off")).code).toBe(2);
    expect((await runCommand("usda-lint", ["--print-config"], { cwd: at })).code).toBe(2);
    expect(hasRun(folder)).toBe(false);
    expect(rules(await lint(at, "--no-config"))).toEqual(["duplicate-field"]);
    expect(rules(await lint(at, "--config", `${up}/usda-lint.config.mjs`))).toEqual([]);
    expect(hasRun(folder)).toBe(true);
  });

  test.each<[string, Record<string, string>, cwd: string]>([
    ["of the root of a repository", { ".git/HEAD": "", "p/package.json": "{}", "p/a.usda": TWICE }, "p"],
    ["next to package.json", { "package.json": "{}", "s/t/a.usda": TWICE }, "s/t"],
    ["of the working folder", { "s/t/a.usda": TWICE }, "."],
  ])("it runs from the folder %s", async (_, files, cwd) => {
    using folder = new TestFolder(files);
    folder.write("usda-lint.config.mjs", marking(folder));
    expect(rules(await lint(join(folder.path, cwd)))).toEqual([]);
    expect(hasRun(folder)).toBe(true);
  });

  test("nor what a JSON file outside of the project extends", async () => {
    using folder = new TestFolder({ "p/package.json": "{}", "p/a.usda": TWICE });
    folder.write("code.mjs", marking(folder));
    folder.write("usda-lint.config.json", '{ "extends": "./code.mjs" }');
    expect(await lint(join(folder.path, "p"))).toMatchObject({ code: 2 });
    expect(hasRun(folder)).toBe(false);
    folder.write("usda-lint.config.json", OFF);
    expect(await lint(join(folder.path, "p"))).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  // Only root can give a file away.
  test.skipIf(process.getuid?.() !== 0)("nor a file of another user, unless it is named", async () => {
    using folder = new TestFolder({ "a.usda": TWICE });
    folder.write("usda-lint.config.mjs", marking(folder));
    chownSync(join(folder.path, "usda-lint.config.mjs"), 65_534, 65_534);
    const { code, stderr } = await lint(folder.path);
    expect([code, stderr]).toEqual([
      2,
      "usda-lint: usda-lint.config.mjs: not run: it is code that belongs to another user (uid 65534): name it with --config\n",
    ]);
    expect(hasRun(folder)).toBe(false);
    expect(rules(await lint(folder.path, "--config", "usda-lint.config.mjs"))).toEqual([]);
  });
});
