/** Runs the commands from source: in this process, or each once as a process of its own. */
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryContext } from "@usdkit/command/context/memory-context";
import { main } from "../bin/main.ts";

export { TestFolder } from "@usdkit/command/test-support/test-folder";

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command in this process, with streams, environment and working folder of its own. */
export async function runCommand(
  name: "usda" | "usda-lint",
  args: readonly string[],
  { cwd = process.cwd(), input = "", env = {} }: RunOptions = {},
): Promise<Result> {
  const context = memoryContext({ cwd, input, env: { ...plainEnvironment(), ...env } });
  const code = await main(name, args, context);
  return { code, ...context.output() };
}

/** Runs a command as a process of its own: what {@link runCommand} gives, with the streams of a real process. */
export function runProcess(name: "usda" | "usda-lint", args: readonly string[], options: RunOptions = {}): Result {
  const { cwd, input = "", env = {} } = options;
  const result = spawnSync(process.execPath, [commandFile(name), ...args], {
    cwd,
    input,
    env: { ...plainEnvironment(), ...env },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (result.error !== undefined) throw result.error;
  return { code: result.status, stdout: result.stdout, stderr: result.stderr };
}

/**
 * `usda-lint` for the text alone: small scenes need no camera and no resolution then. A `--profile` in `args` replaces it.
 */
export function lintText(args: readonly string[], options: RunOptions = {}): Promise<Result> {
  const hasProfile = args.some((argument) => argument.startsWith("--profile"));
  return runCommand("usda-lint", hasProfile ? args : ["--profile", "usda", ...args], options);
}

export function commandFile(name: "usda" | "usda-lint"): string {
  return join(import.meta.dirname, `../bin/${name}.ts`);
}

/** The environment without the color settings of the test runner, and with a cache that is not the user's. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _force, NO_COLOR: _no, USDKIT_TEST_CACHE: cache, ...rest } = process.env;
  return { ...rest, XDG_CACHE_HOME: cache ?? join(tmpdir(), "usdkit-test-cache") };
}

export const GOOD = '#usda 1.0\n\ndef Xform "World"\n{\n}\n';
/** One error, at 4:13. */
export const BAD = '#usda 1.0\ndef "World"\n{\n    int x = "one"\n}\n';
/** One warning, at 5:5. */
export const TWICE = '#usda 1.0\ndef "World"\n{\n    int x = 1\n    int x = 2\n}\n';
