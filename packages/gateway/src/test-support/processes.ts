/** Runs the command as separate processes. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { childrenOf, killQuietly } from "./postgres-server.ts";

const COMMAND = join(import.meta.dirname, "../spatial-gateway.ts");

/** A listening process. */
export class GatewayProcess {
  readonly url: string;
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.child = child;
    this.url = url;
  }

  /** Starts a process on a free port, with ada's key and the given arguments. */
  static async start(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<GatewayProcess> {
    const all = [COMMAND, "--port", "0", "--api-key", "key-of-ada=ada", "--api-key", "key-of-bob=bob", ...args];
    const child = spawn(process.execPath, all, {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...environment },
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /^listening on (\S+)$/.exec(line)?.[1];
      if (url !== undefined) return new GatewayProcess(child, url);
    }
    throw new Error("the gateway did not start");
  }

  /** Kills the process and its child processes (SIGKILL), as a power failure would. */
  async kill(): Promise<void> {
    const children = this.hasEnded ? [] : childrenOf(this.child.pid);
    await this.end("SIGKILL");
    for (const pid of children) killQuietly(pid);
  }

  /** Kills only its child processes (SIGKILL). */
  killChildren(): void {
    for (const pid of this.hasEnded ? [] : childrenOf(this.child.pid)) killQuietly(pid);
  }

  stop(): Promise<void> {
    return this.end("SIGTERM");
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.child, "exit");
    this.child.kill(signal);
    await ended;
  }
}
