// Campaign in CI: The progress line on a real terminal

// The progress line on a real terminal, where `script` can give one.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { TWICE, TestFolder, commandFile, lintText, plainEnvironment } from "../test-support/run-command.ts";

/** A rule that takes 150 ms, without the processor, so that a run is long on any machine. */
const SLOW = `export default { customRules: [{
  meta: { id: "slow", summary: "Slow", severity: "error", effect: null, profiles: ["usda"] },
  check: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150),
}] };`;

function slowFolder(): TestFolder {
  const folder = new TestFolder({ "usda-lint.config.mjs": SLOW });
  for (let i = 0; i < 10; i++) folder.write(`f${String(i).padStart(2, "0")}.usda`, "#usda 1.0\n");
  folder.write("z.usda", TWICE);
  return folder;
}

const noScript = process.platform !== "linux" || spawnSync("script", ["--version"]).status !== 0;

test.skipIf(noScript)("one line on a terminal, gone before anything else is written", async () => {
  using folder = slowFolder();
  const shell = `"${process.execPath}" "${commandFile("usda-lint")}" --profile usda --jobs 1 --format concise`;
  const { CI: _, ...env } = plainEnvironment();
  const run = (more: NodeJS.ProcessEnv): string =>
    spawnSync("script", ["-qec", shell, "/dev/null"], {
      cwd: folder.path,
      env: { ...env, TERM: "xterm", ...more },
      encoding: "utf8",
    }).stdout;
  const shown = run({});
  expect(shown).toMatch(/\r\x1b\[2Kchecking: \d+ of 11 files {2}[\d.]+\/s {2}\d:\d\d left/);
  // Every line that stays begins on an empty one.
  expect(shown).toMatch(/\r\x1b\[2Kz\.usda:5:5: warning/);
  expect(shown).toMatch(/\r\x1b\[2K0 errors, 1 warning in 11 files\r?\n$/);
  expect(run({ CI: "true" })).not.toContain("checking");
});

test("none in a pipe", async () => {
  using folder = slowFolder();
  const { stdout, stderr } = await lintText(["--jobs", "1"], { cwd: folder.path });
  expect([stdout.split(":")[0], stderr]).toEqual(["z.usda", ""]);
});
