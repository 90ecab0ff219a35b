// Campaign: runs that are killed at random times and go on with their state.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import {
  BAD,
  commandFile,
  GOOD,
  plainEnvironment,
  runProcess,
  TestFolder,
  TWICE,
} from "../test-support/run-command.ts";

const ROUNDS = inject("deep") ? 200 : 20;
const FILES = 120;
const ARGS = ["--no-config", "--format", "json", "lib"];

test(`${ROUNDS} rounds of SIGKILL: nothing is lost, and nothing is checked twice`, { timeout: 3_600_000 }, async () => {
  using folder = new TestFolder();
  const texts = [GOOD, BAD, TWICE];
  for (let i = 0; i < FILES; i++) folder.write(`lib/f${i}.usda`, `${texts[i % 3]}# ${i}\n`);
  const started = performance.now();
  const whole = runProcess("usda-lint", ARGS, { cwd: folder.path });
  const time = performance.now() - started;
  let [killed, done, state] = [0, 0, 0];
  for (let seed = 1; killed < ROUNDS; seed = (seed * 48_271) % 2_147_483_647) {
    const args = [...ARGS, "--state", `state-${state}`];
    const { code, output } = await run(folder.path, args, (seed / 2_147_483_647) * time * 1.1);
    if (code === null) {
      killed++;
      continue;
    }
    expect(output).toBe(whole.stdout);
    const lines = readFileSync(join(folder.path, `state-${state}`), "utf8")
      .split("\n")
      .slice(1);
    const keys = lines.filter((line) => line.length > 81).map((line) => line.slice(17, 81));
    // A record that was cut is written again; those that are whole are there once.
    expect(keys.length - new Set(keys).size).toBeLessThanOrEqual(killed);
    done++;
    state++;
  }
  expect(done + killed).toBeGreaterThanOrEqual(ROUNDS);
});

/** Runs the command, and kills it after a time. */
function run(cwd: string, args: readonly string[], after: number): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [commandFile("usda-lint"), ...args], {
      cwd,
      env: plainEnvironment(),
      stdio: ["ignore", "pipe", "ignore"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += String(chunk)));
    const timer = setTimeout(() => child.kill("SIGKILL"), after);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}
