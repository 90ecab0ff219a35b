// One peer in a separate process. Reads one request per line from standard input and writes one line for each.
// Arguments: the peer's module below `peers`, and an option for it.

import { createInterface } from "node:readline";
import { cpuTime, memoryGrowth, threadTime } from "./measure.ts";
import type { Reply, Request } from "./protocol.ts";
import type { Loaded, Peer, Touched } from "./peer.ts";

const [, , name = "ours", option] = process.argv;
const collect = globalThis.gc ?? ((): void => undefined);

function send(message: unknown): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

let loaded: Loaded | undefined;

function answer(peer: Peer, request: Request): Reply {
  if (request.op === "load") {
    // Drops the old input first, so that two of 100 MB are not in memory together.
    loaded = undefined;
    collect();
    loaded = peer.load(request.file);
    return {};
  }
  if (loaded === undefined) throw new Error("no input is loaded");
  if (request.op === "memory") return memoryGrowth(loaded, request);

  if (request.op !== "run") collect();
  const prepared = request.op === "print" || request.op === "write" ? loaded.open() : undefined;
  const startCpu = cpuTime();
  const startThread = threadTime();
  const start = performance.now();
  const opened = prepared ?? loaded.open();
  let touched: Touched | undefined;
  let printed: number | undefined;
  let written: number | undefined;
  if (request.op === "touch") touched = opened.touch?.();
  if (request.op === "print") printed = opened.print?.();
  if (request.op === "write") written = opened.write?.();
  const wall = performance.now() - start;
  const thread = threadTime() - startThread;
  const cpu = cpuTime() - startCpu;
  if (opened.error !== undefined) throw new Error(`refused the input: ${opened.error}`);
  opened.close?.();
  return { wall, cpu, thread, touched, printed, written };
}

try {
  const module = (await import(`./${name}.ts`)) as { peer: (option: string | undefined) => Promise<Peer> };
  const peer = await module.peer(option);
  send({ label: peer.label });
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      send(answer(peer, JSON.parse(line) as Request));
    } catch (error) {
      send({ error: error instanceof Error ? error.message : String(error) });
    }
  }
} catch (error) {
  send({ error: error instanceof Error ? error.message : String(error) });
}
