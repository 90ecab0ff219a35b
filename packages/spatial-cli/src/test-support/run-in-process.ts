/** Runs commands in this process against the model of the service, in time that goes on whenever nothing is under way. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IN_PROCESS_ORIGINS, inProcessFetch, inProcessModel, inProcessWebSocket } from "@usdkit/client/test-service";
import type { ServiceModel, ServiceOptions } from "@usdkit/client/test-service";
import { memoryContext } from "@usdkit/command/test-support/memory-context";
import { onTestFinished, vi } from "vitest";
import { main } from "../bin/main.ts";
import type { Result } from "./run-spatial.ts";

/** Rounds of the event loop without a request under way, after which the next timer fires. */
const IDLE_ROUNDS = 3;

/** A model, a folder, and commands that work with both. */
export interface ModelDesk {
  readonly model: ServiceModel;
  readonly folder: string;
  /** Writes a file, and returns its absolute path. */
  file(name: string, content: string | Uint8Array): string;
  run(args: readonly string[]): Promise<Result>;
}

/** Replaces `fetch`, `WebSocket` and timers of this process until the test ends. */
export function deskInProcess(options: ServiceOptions = {}): ModelDesk {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  const model = inProcessModel({ ...options, now: () => Date.now() });
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "spatial-")));
  let inFlight = 0;
  const answer = inProcessFetch(model);
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    inFlight++;
    try {
      return await answer(url, init);
    } finally {
      inFlight--;
    }
  });
  vi.stubGlobal("WebSocket", inProcessWebSocket(model));
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
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
    async run(args) {
      const context = memoryContext({ cwd: folder, env });
      let code: number | undefined;
      let thrown: unknown;
      main(args, context).then(
        (exitCode) => (code = exitCode),
        (error: unknown) => (thrown = error),
      );
      for (let idle = 0; code === undefined && thrown === undefined;) {
        await new Promise((resolve) => setImmediate(resolve));
        idle = inFlight === 0 ? idle + 1 : 0;
        if (idle < IDLE_ROUNDS || vi.getTimerCount() === 0) continue;
        idle = 0;
        vi.advanceTimersToNextTimer();
      }
      if (thrown !== undefined) throw thrown as Error;
      return { code: code ?? null, ...context.output() };
    },
  };
}
