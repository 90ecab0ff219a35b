import { spawn, type ChildProcessByStdio } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { installedEntry } from "./installed.ts";
import { referencePython } from "./paths.ts";
import type { Reply, Request } from "./peers/protocol.ts";

/** How a peer is started. */
export interface PeerCommand {
  /** Short, for the table: `ours`, `usd-core`, … */
  name: string;
  command: string;
  args: readonly string[];
}

const worker = "peers/worker.ts";
const node = (module: string, ...options: string[]): string[] => [
  "--expose-gc",
  join(import.meta.dirname, worker),
  module,
  ...options,
];
// Objects of 100 MB of text outgrow Node's usual heap; ours has to do with that.
const largeHeap = "--max-old-space-size=12288";

/** Which code is measured. */
export interface Measured {
  /** `dist` instead of the source. */
  readonly built: boolean;
  /** The folder of another checkout: the peers `before` and `before lint`. */
  readonly before: string | undefined;
}

/**
 * Returns the peers that a suite may compare. `usd-core` has no command if there is no Python, `before` if there is no
 * other checkout.
 */
export function peerCommands({ built, before }: Measured): Readonly<Record<string, PeerCommand | undefined>> {
  const python = referencePython();
  const code = (name: string): string => (built ? installedEntry(name) : "source");
  const peers: PeerCommand[] = [
    { name: "ours", command: process.execPath, args: node("ours", code("usda")) },
    { name: "ours+read", command: process.execPath, args: node("ours", `${code("usda")}+read`) },
    { name: "ours lint", command: process.execPath, args: node("lint", code("validate")) },
    { name: "ours crate", command: process.execPath, args: node("crate") },
    { name: "ours crate from disk", command: process.execPath, args: node("crate", "disk") },
    { name: "three crate", command: process.execPath, args: [largeHeap, ...node("three-crate")] },
    { name: "three", command: process.execPath, args: [largeHeap, ...node("three")] },
    { name: "tinyusdz", command: process.execPath, args: node("tinyusdz") },
    { name: "json", command: process.execPath, args: [largeHeap, ...node("json")] },
  ];
  if (python !== undefined) {
    const script = join(import.meta.dirname, "peers/usd_core.py");
    peers.push(
      { name: "usd-core", command: python, args: [script] },
      { name: "usd-core copy", command: python, args: [script, "copy"] },
      { name: "usd-core validators", command: python, args: [script, "validators"] },
    );
  }
  const { USDKIT_LIGHTUSD_PYTHON: lightUsd } = process.env;
  if (lightUsd !== undefined && lightUsd !== "") {
    peers.push({ name: "lightusd", command: lightUsd, args: [join(import.meta.dirname, "peers/light_usd.py")] });
  }
  if (before !== undefined) {
    const other = (module: string, name: string): string[] =>
      built
        ? node(module, installedEntry(name, before))
        : ["--expose-gc", join(before, "test/bench", worker), module, "source"];
    peers.push(
      { name: "before", command: process.execPath, args: other("ours", "usda") },
      { name: "before lint", command: process.execPath, args: other("lint", "validate") },
    );
  }
  return Object.fromEntries(peers.map((peer) => [peer.name, peer]));
}

/** A peer that could not start or did not answer. */
export class PeerError extends Error {}

/** A peer in its own process, which handles one request at a time. */
export class PeerProcess {
  readonly name: string;
  label: string;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #lines: AsyncIterator<string, undefined>;
  #stderr = "";

  private constructor(peer: PeerCommand) {
    this.name = peer.name;
    this.label = peer.name;
    this.#child = spawn(peer.command, peer.args, { stdio: ["pipe", "pipe", "pipe"] });
    this.#child.stderr.on("data", (chunk: Buffer) => (this.#stderr = (this.#stderr + chunk.toString()).slice(-2000)));
    // The end of the lines means that the process is gone; without these handlers its errors would end the bench.
    this.#child.on("error", (error) => (this.#stderr += error.message));
    this.#child.stdin.on("error", () => undefined);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  static async start(peer: PeerCommand): Promise<PeerProcess> {
    const started = new PeerProcess(peer);
    const hello = (await started.#next(60_000)) as { label?: string; error?: string };
    if (hello.error !== undefined) {
      started.close();
      throw new PeerError(hello.error.split("\n")[0]);
    }
    started.label = hello.label ?? peer.name;
    return started;
  }

  /** The answer, or a PeerError when the peer refused, died, or took longer than `timeout` milliseconds. */
  async ask(request: Request | Record<string, unknown>, timeout: number): Promise<Reply> {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    const reply = (await this.#next(timeout)) as Reply;
    if (reply.error !== undefined) throw new PeerError(reply.error);
    return reply;
  }

  close(): void {
    this.#child.kill("SIGKILL");
  }

  async #next(timeout: number): Promise<unknown> {
    const timer = setTimeout(() => {
      this.#stderr = `no answer within ${timeout / 1000} s`;
      this.close();
    }, timeout);
    try {
      for (;;) {
        const result = await this.#lines.next();
        if (result.done === true) throw new PeerError(`died: ${this.#stderr.trim().split("\n").at(-1) ?? ""}`);
        // Libraries print notes of their own to standard output.
        if (result.value.startsWith("{")) return JSON.parse(result.value) as unknown;
      }
    } finally {
      clearTimeout(timer);
    }
  }
}
