/** Runs the command from source: in this process, or as a separate process. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { memoryContext } from "@usdkit/command/context/memory-context";
import { inject, onTestFinished } from "vitest";
import { main } from "../bin/main.ts";
import { startTestService, type ServiceOptions, type TestService } from "@usdkit/test-service";

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Result>;
  /** Resolves when standard error, or the terminal, contains this text. */
  readonly said: (text: string) => Promise<void>;
}

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Runs it in a terminal, whose text is returned as standard output; see {@link NO_TERMINAL}. */
  readonly terminal?: boolean;
  /** Shell commands to run first: `ulimit -f 200`. */
  readonly before?: string;
}

/** Why no terminal is available; undefined if one is. */
export const NO_TERMINAL: string | undefined =
  process.platform === "linux" && spawnSync("script", ["--version"]).status === 0
    ? undefined
    : "skipped: there is no util-linux script here";

const HOME = process.cwd();
const COMMAND = join(import.meta.dirname, "../bin/spatial.ts");
export const SCENES: string = join(import.meta.dirname, "../../../../test/scenes");

/** A service, a folder, and commands that use both. */
export interface Desk {
  readonly service: TestService;
  readonly folder: string;
  file(name: string, content: string | Uint8Array): string;
  read(name: string): Buffer;
  /** Runs in this process; in `test:deep`, and for a terminal or limits, as a process. */
  run(args: readonly string[], options?: RunOptions): Promise<Result>;
  /** Runs as a process. */
  start(args: readonly string[], options?: RunOptions): Running;
}

export async function setUp(options: ServiceOptions = {}): Promise<Desk> {
  const service = await startTestService(options);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "spatial-")));
  // The client opens files relative to the working folder of the process.
  process.chdir(folder);
  onTestFinished(async () => {
    process.chdir(HOME);
    await service[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  const environment = (own: RunOptions["env"]): Record<string, string | undefined> => {
    const { FORCE_COLOR: _force, NO_COLOR: _no, ...rest } = process.env;
    return {
      ...rest,
      // Ignores settings of the machine.
      XDG_CONFIG_HOME: folder,
      SPATIAL_CONFIG: "",
      SPATIAL_PROFILE: "",
      SPATIAL_BASE_URL: service.baseUrl,
      SPATIAL_API_KEY: service.apiKey,
      TERM: "xterm",
      ...own,
    };
  };
  const start = (args: readonly string[], options: RunOptions = {}): Running => {
    const { input = "", env = {}, terminal = false } = options;
    const [program, ...words] = commandLine(args, options);
    const child = spawn(program, words, {
      cwd: folder,
      env: environment(env),
    });
    let stdout = "";
    let stderr = "";
    const listeners = new Set<() => void>();
    const tell = (): void => listeners.forEach((listener) => listener());
    child.stdout.setEncoding("latin1").on("data", (text: string) => {
      stdout += text;
      tell();
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      tell();
    });
    child.stdin.on("error", () => {});
    // The end of input would be typed into the terminal.
    if (!terminal) child.stdin.end(input);
    const ended = new Promise<Result>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, stdout, stderr }));
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const said = (text: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!(terminal ? stdout : stderr).includes(text)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
        void ended.then(() => reject(new Error(`it ended without saying ${text}:\n${stderr}`)));
      });
    return { child, ended, said };
  };
  return {
    service,
    folder,
    start,
    run: (args, options = {}) =>
      inject("deep") || needsProcess(args, options)
        ? start(args, options).ended
        : runHere(args, { folder, env: environment(options.env), input: options.input }),
    read: (name) => readFileSync(join(folder, name)),
    file(name, content) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
  };
}

/** Returns whether a call requires a process: a terminal, limits, a home folder, standard output by its path. */
function needsProcess(args: readonly string[], { terminal = false, before, env = {} }: RunOptions): boolean {
  return terminal || before !== undefined || "HOME" in env || args.some((arg) => arg.startsWith("/dev/"));
}

async function runHere(
  args: readonly string[],
  { folder, env, input }: { folder: string; env: Record<string, string | undefined>; input: RunOptions["input"] },
): Promise<Result> {
  const chunks: Uint8Array[] = [];
  const context = memoryContext({ cwd: folder, env, ...(input !== undefined && { input }) });
  // Images are not text.
  const stdout = {
    ...context.stdout,
    write: async (chunk: string | Uint8Array) => void chunks.push(Buffer.from(chunk)),
  };
  const code = await main(args, { ...context, stdout });
  return { code, stdout: Buffer.concat(chunks).toString("latin1"), stderr: context.output().stderr };
}

function commandLine(
  args: readonly string[],
  { terminal = false, before }: RunOptions,
): readonly [string, ...string[]] {
  const words: readonly [string, ...string[]] = [process.execPath, COMMAND, ...args];
  const inShell = words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(" ");
  const script = before === undefined ? `exec ${inShell}` : `${before}; exec ${inShell}`;
  if (terminal) return ["script", "-qefc", script, "/dev/null"];
  return before === undefined ? words : ["bash", "-c", script];
}

/** Returns the JSON result of a command. */
export function jsonOf({ stdout }: Result): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(stdout, "latin1").toString()) as Readonly<Record<string, unknown>>;
}
