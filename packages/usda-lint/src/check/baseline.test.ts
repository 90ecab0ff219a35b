// Baselines through the real command.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TestFolder, lintText, type Result } from "../test-support/run-command.ts";

const lint = (folder: TestFolder, ...args: string[]): Promise<Result> => lintText(args, { cwd: folder.path });
const read = (folder: TestFolder, name = "base.json"): string => readFileSync(join(folder.path, name), "utf8");

/** A prim with its attribute authored so many times. */
const prim = (name: string, times: number): string => `def "${name}"\n{\n${"    int x = 1\n".repeat(times)}}\n`;
const scene = (...prims: string[]): string => `#usda 1.0\n${prims.join("")}`;
const flags = ["--baseline", "base.json"];

test("what is in it is left out, wherever its line went; what is new is not", async () => {
  using folder = new TestFolder({ "a.usda": scene(prim("A", 3)), "s/b.usda": scene(prim("B", 2)) });
  const written = await lint(folder, ...flags, "--update-baseline");
  expect(written).toEqual({ code: 0, stdout: "", stderr: "usda-lint: base.json: 3 findings in the baseline\n" });
  expect(JSON.parse(read(folder))).toEqual({
    version: 1,
    files: {
      "a.usda": [{ rule: "duplicate-field", primPath: "/A", property: "x", count: 2 }],
      "s/b.usda": [{ rule: "duplicate-field", primPath: "/B", property: "x", count: 1 }],
    },
  });
  expect(await lint(folder, ...flags)).toEqual({ code: 0, stdout: "", stderr: "" });
  expect((await lint(folder, ...flags, "--format", "pretty")).stdout).toBe(
    "✔ a.usda\n✔ s/b.usda\n\n✔ No problems found in 2 files (3 more in the baseline)\n",
  );

  folder.write("a.usda", scene("# moved\n", prim("New", 2), prim("A", 4)));
  const result = await lint(folder, ...flags, "--max-warnings", "0");
  expect([result.code, result.stdout.match(/^a\.usda:\d+/gm)]).toEqual([1, ["a.usda:6", "a.usda:13"]]);
});

test("written twice it is the same, byte for byte, and from every folder", async () => {
  using folder = new TestFolder({ "z.usda": scene(prim("B", 2), prim("A", 2)), "a/b.usda": scene(prim("C", 2)) });
  await lint(folder, ...flags, "--update-baseline");
  const first = read(folder);
  await lint(folder, ...flags, "--update-baseline");
  expect(read(folder)).toBe(first);
  const args = ["--baseline", "../base.json", ".."];
  expect(await lintText(args, { cwd: join(folder.path, "a") })).toEqual({ code: 0, stdout: "", stderr: "" });
  await lintText([...args, "--update-baseline"], { cwd: join(folder.path, "a") });
  expect(read(folder)).toBe(first);
});

test("what is not there any more is noted, and taken out by an update; what was not looked at stays", async () => {
  using folder = new TestFolder({
    "a.usda": scene(prim("A", 3)),
    "b.usda": scene(prim("B", 2)),
    "gone.usda": scene(prim("C", 2)),
  });
  await lint(folder, ...flags, "--update-baseline");
  folder.write("a.usda", scene(prim("A", 2)));
  rmSync(join(folder.path, "gone.usda"));
  expect(await lint(folder, ...flags, "a.usda")).toEqual({
    code: 0,
    stdout: "",
    stderr: "usda-lint: base.json: 2 findings no longer occur; --update-baseline removes them\n",
  });
  expect((await lint(folder, ...flags, "a.usda", "--update-baseline")).stderr).toBe(
    "usda-lint: base.json: 2 findings in the baseline, 2 removed\n",
  );
  expect(Object.keys((JSON.parse(read(folder)) as { files: object }).files)).toEqual(["a.usda", "b.usda"]);
});

test("through the configuration, relative to it, also for some files only", async () => {
  using folder = new TestFolder({
    "p/usda-lint.config.json": JSON.stringify({
      baseline: "base.json",
      overrides: [{ files: ["s/**"], baseline: "s/own.json" }],
    }),
    "p/a.usda": scene(prim("A", 2)),
    "p/s/b.usda": scene(prim("B", 2)),
  });
  expect(await lint(folder)).toMatchObject({
    code: 2,
    stderr:
      "usda-lint: p/base.json: no such baseline; --update-baseline writes it\n" +
      "usda-lint: p/s/own.json: no such baseline; --update-baseline writes it\n",
  });
  expect((await lint(folder, "--update-baseline")).code).toBe(0);
  expect(Object.keys((JSON.parse(read(folder, "p/s/own.json")) as { files: object }).files)).toEqual(["b.usda"]);
  expect(await lint(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
});

test.each(["{", "[]", '{"version":2,"files":{}}', '{"version":1,"files":{"a.usda":[{"rule":"x"}]}}'])(
  "one that cannot be read is named, nothing is written over it, and files are checked: %s",
  async (text) => {
    using folder = new TestFolder({ "a.usda": scene(prim("A", 2)), "base.json": text });
    for (const more of [[], ["--update-baseline"]]) {
      const result = await lint(folder, ...flags, ...more);
      expect([result.code, result.stdout]).toEqual([2, expect.stringContaining("a.usda:5:5")]);
      expect(result.stderr).toMatch(/^usda-lint: base\.json: [^\n]+\n$/);
      expect(read(folder)).toBe(text);
    }
  },
);

test("a file called like a property of every object", async () => {
  using folder = new TestFolder({ ["__proto__"]: scene(prim("A", 2)), constructor: scene(prim("B", 2)) });
  expect((await lint(folder, "__proto__", "constructor", ...flags, "--update-baseline")).code).toBe(0);
  expect(await lint(folder, "__proto__", "constructor", ...flags)).toEqual({ code: 0, stdout: "", stderr: "" });
});
