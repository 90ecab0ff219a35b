// The command `spatial-gateway` as a separate process: from source, or the build.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

/** A running service. It ends with `close`, or at the end of the block that has it by `await using`. */
export interface GatewayProcess extends AsyncDisposable {
  readonly url: string;
  readonly child: ChildProcess;
  /** Ends it as Ctrl-C would, and waits for that. */
  close(): Promise<void>;
}

const gateway = resolve(import.meta.dirname, "../../packages/gateway");
export const sourceGateway: string = resolve(gateway, "src/spatial-gateway.ts");
/** Of `pnpm build`. */
export const builtGateway: string = resolve(gateway, "dist/bin/spatial-gateway.js");
const PATIENCE = 30_000;

/** The accepted key, and its user. */
export const KEY = "demo-key";

/**
 * Starts it in a folder, on a free port unless a flag names one; resolves when it listens.
 *
 * @param flags Further flags.
 */
export function startGatewayProcess(data: string, ...flags: readonly string[]): Promise<GatewayProcess> {
  return startGatewayFrom(sourceGateway, data, flags);
}

/** As {@link startGatewayProcess}, from another file than the source's. */
export async function startGatewayFrom(
  command: string,
  data: string,
  flags: readonly string[],
): Promise<GatewayProcess> {
  const port = flags.includes("--port") ? [] : ["--port", "0"];
  const args = [command, ...port, "--data", data, "--api-key", `${KEY}=demo`, ...flags];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const close = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  const late = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /^listening on (\S+)$/.exec(line)?.[1];
      // Nothing else is printed; the pipe is still read to its end.
      child.stdout.resume();
      if (url !== undefined) return { url, child, close, [Symbol.asyncDispose]: close };
    }
  } finally {
    clearTimeout(late);
  }
  throw new Error("the gateway ended before it listened");
}
