/** Runs commands in this process against the model of the service, with time that advances when no request is pending. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IN_PROCESS_ORIGINS, inProcessFetch, inProcessModel, inProcessWebSocket } from "@usdkit/test-service";
import type { InProcessHost, ServiceModel, ServiceOptions } from "@usdkit/test-service";
import { memoryContext } from "@usdkit/command/context/memory-context";
import { onTestFinished, vi } from "vitest";
import { main } from "../bin/main.ts";
import type { Result } from "./run-spatial.ts";

/** Turns of the event loop without a pending request, after which the next timer fires. */
const IDLE_ROUNDS = 3;

export interface InProcessRunOptions {
  readonly input?: string;
  /** Columns of the output terminal. */
  readonly terminal?: number;
}

const HOME = process.cwd();

/** A model, a folder, and commands that use both. */
export interface ModelDesk {
  readonly model: ServiceModel;
  readonly folder: string;
  /** Writes a file, and returns its absolute path. */
  file(name: string, content: string | Uint8Array): string;
  read(name: string): Buffer;
  run(args: readonly string[], options?: InProcessRunOptions): Promise<Result>;
}

/** Replaces `fetch`, `WebSocket` and timers of this process until the test ends. */
export function deskInProcess(options: ServiceOptions = {}, host: InProcessHost = {}): ModelDesk {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  // The service's waits use the replaced timers, so that time advances during them.
  const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const model = inProcessModel({ ...options, now: () => Date.now(), sleep });
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "spatial-")));
  // The client opens files relative to the working folder of the process.
  process.chdir(folder);
  const fetch = inProcessFetch(model);
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("WebSocket", inProcessWebSocket(model, host));
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    process.chdir(HOME);
    rmSync(folder, { recursive: true, force: true });
  });
  const env = {
    XDG_CONFIG_HOME: folder,
    SPATIAL_BASE_URL: IN_PROCESS_ORIGINS.gateway,
    SPATIAL_API_KEY: Object.keys(model.settings.keys)[0] ?? "",
  };
  return {
    model,
    folder,
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    read: (name) => readFileSync(join(folder, name)),
    async run(args, { terminal, input } = {}) {
      const context = memoryContext({ cwd: folder, env: { ...env, TERM: "xterm" }, terminal, ...(input && { input }) });
      /** The terminal's output, in order. */
      const screen: string[] = [];
      const show = (chunk: string | Uint8Array): void => void screen.push(Buffer.from(chunk).toString("utf8"));
      const onScreen = {
        ...context,
        stdout: { ...context.stdout, write: async (chunk: string | Uint8Array) => show(chunk) },
        stderr: { ...context.stderr, write: show },
      };
      let code: number | undefined;
      let thrown: unknown;
      main(args, terminal === undefined ? context : onScreen).then(
        (exitCode) => (code = exitCode),
        (error: unknown) => (thrown = error),
      );
      for (let idle = 0; code === undefined && thrown === undefined;) {
        await new Promise((resolve) => setImmediate(resolve));
        idle = fetch.busy() === 0 ? idle + 1 : 0;
        if (idle < IDLE_ROUNDS || vi.getTimerCount() === 0) continue;
        idle = 0;
        vi.advanceTimersToNextTimer();
      }
      if (thrown !== undefined) throw thrown as Error;
      const output = terminal === undefined ? context.output() : { stdout: screen.join(""), stderr: "" };
      return { code: code ?? null, ...output };
    },
  };
}
