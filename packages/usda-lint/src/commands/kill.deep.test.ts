// Campaign: runs that are killed at random times and go on with their state.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
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
    const { code, output } = await run(folder.path, args, { after: (seed / 2_147_483_647) * time * 1.1 });
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

/** As a user, a batch system and the kernel end a process. */
const SIGNALS = ["SIGKILL", "SIGTERM", "SIGINT"] as const;
const SHAPES = ["Cube", "Sphere", "Cone"];

test.each([
  { command: "convert", files: 40, args: ["--to", "glb", "--jobs", "2"], result: /\.glb$/u, rounds: ROUNDS },
  {
    command: "thumbnails",
    files: 20,
    args: ["--size", "12x8", "--samples", "1", "--jobs", "1"],
    result: /\.webp$/u,
    rounds: ROUNDS / 2,
  },
])(
  "usda $command, $rounds rounds of signals: every result is whole, and none is lost",
  { timeout: 3_600_000 },
  async ({ command, files, args, result, rounds }) => {
    using folder = new TestFolder();
    for (let i = 0; i < files; i++) {
      folder.write(
        `lib/f${i}.usda`,
        `#usda 1.0\n(\n    defaultPrim = "A"\n)\ndef ${SHAPES[i % 3]} "A"\n{\n}\n# ${i}\n`,
      );
    }
    const line = (output: string): string[] => [command, "lib", "-o", output, ...args];
    const started = performance.now();
    expect(runProcess("usda", line("whole"), { cwd: folder.path }).code).toBe(0);
    const time = performance.now() - started;
    const whole = resultsOf(join(folder.path, "whole"), result);
    expect(whole.size).toBe(files);
    let [killed, done, state] = [0, 0, 0];
    for (let seed = 1; killed < rounds; seed = (seed * 48_271) % 2_147_483_647) {
      const output = `out-${state}`;
      const { code } = await run(folder.path, [...line(output), "--state", `state-${state}`], {
        program: "usda",
        after: (seed / 2_147_483_647) * time * 1.1,
        signal: SIGNALS[seed % 3],
      });
      const results = resultsOf(join(folder.path, output), result);
      for (const [name, bytes] of results) expect([name, whole.get(name)?.equals(bytes)]).toEqual([name, true]);
      if (code === null || code === 130) {
        killed++;
        continue;
      }
      expect([code, results.size]).toEqual([0, files]);
      done++;
      state++;
    }
    expect(done + killed).toBeGreaterThanOrEqual(rounds);
  },
);

/** Returns the files of a folder that are results, by their names. */
function resultsOf(folder: string, result: RegExp): Map<string, Buffer> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => result.test(name)) : [];
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Runs a command, and ends it after a time. */
function run(
  cwd: string,
  args: readonly string[],
  { program = "usda-lint", after, signal = "SIGKILL" }: RunUntil,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [commandFile(program), ...args], {
      cwd,
      env: plainEnvironment(),
      stdio: ["ignore", "pipe", "ignore"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += String(chunk)));
    const timer = setTimeout(() => child.kill(signal), after);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}

interface RunUntil {
  readonly program?: "usda" | "usda-lint";
  /** Milliseconds. */
  readonly after: number;
  readonly signal?: NodeJS.Signals | undefined;
}
