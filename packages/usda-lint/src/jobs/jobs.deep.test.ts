// Campaign in CI: Any number of threads prints the same bytes in the same order, for 20 folders of files; threads that crash
import { expect, test } from "vitest";
import { GOOD, TWICE, TestFolder, lintText, runProcess, type Result } from "../test-support/run-command.ts";
import { assertSameForAnyThreads } from "../test-support/same-for-any-threads.ts";

test(
  "law: the same bytes in the same order for any number of threads",
  () => assertSameForAnyThreads(20, ["2", "5"]),
  600_000,
);

const lint = (folder: TestFolder, ...args: string[]): Promise<Result> => lintText(args, { cwd: folder.path });

/** A rule that a prim's name makes do something to its thread. */
const HARMFUL = `export default { customRules: [{
  meta: { id: "harm", summary: "Harm", severity: "error", effect: null, profiles: ["offline", "patch", "usda"] },
  check: () => ({ prim: (prim) => {
    if (prim.name === "Exit") process.exit(7);
    if (prim.name === "Throw") setImmediate(() => { throw new Error("late"); });
    if (prim.name === "Memory") { const all = []; for (;;) all.push(new Array(1e6).fill({})); }
  } }),
}] };`;

test.each([
  ["Exit", /^usda-lint: m\.usda: the check crashed: its worker ended with code 7\n$/],
  ["Memory", /^usda-lint: m\.usda: the check crashed: .*memory.*\n$/m],
])("a worker that crashes: the file is named, and the rest is done (%s)", (name, message) => {
  using folder = new TestFolder({ "usda-lint.config.mjs": HARMFUL });
  for (let i = 0; i < 12; i++) folder.write(`f${String(i).padStart(2, "0")}.usda`, TWICE);
  for (let i = 0; i < 12; i++) folder.write(`n${String(i).padStart(2, "0")}.usda`, TWICE);
  folder.write("m.usda", GOOD.replace("World", name));
  const result = runProcess("usda-lint", ["--profile", "usda", "--jobs", "2"], {
    cwd: folder.path,
    env: { NODE_OPTIONS: "--max-old-space-size=120" },
  });
  expect(result.code).toBe(2);
  expect(result.stderr).toMatch(message);
  expect(result.stdout.match(/^\w+\.usda/gm)).toHaveLength(24);
});

test("every check that crashes is named", async () => {
  using folder = new TestFolder({ "usda-lint.config.mjs": HARMFUL });
  for (let i = 0; i < 5; i++) folder.write(`f${i}.usda`, GOOD.replace("World", i % 2 === 0 ? "Exit" : "World"));
  const { code, stderr } = await lint(folder, "--jobs", "3");
  expect([code, stderr.match(/f\d\.usda: the check crashed/g)?.join()]).toEqual([
    2,
    [0, 2, 4].map((i) => `f${i}.usda: the check crashed`).join(),
  ]);
});
