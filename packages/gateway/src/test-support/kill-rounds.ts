/** Kills a gateway that works, again and again, and looks at what it said and what is left. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { getJob, submitJob } from "@usdkit/contract";
import sharp from "sharp";
import { randomOf } from "../engines/random.ts";
import { call, scene } from "./caller.ts";

export interface KillReport {
  readonly rounds: number;
  /** Operations whose 202 arrived. */
  readonly acknowledged: number;
  /** Of those, not there or not done in the end. */
  readonly lost: number;
  /** What the service says of those that are lost. */
  readonly reasons: readonly string[];
  /** Images that are not whole. */
  readonly torn: number;
  /** Files beyond one for each operation that is done. */
  readonly extraFiles: number;
  /** Request ids that were accepted twice within their minute. */
  readonly acceptedTwice: number;
}

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

const COMMAND = join(import.meta.dirname, "../spatial-gateway.ts");
const SENDERS = 4;

/** @param seed Makes the same moments again, as far as a machine can. */
export async function killRounds(data: string, rounds: number, seed: string): Promise<KillReport> {
  const random = randomOf(seed);
  const acknowledged = new Map<string, string>();
  let acceptedTwice = 0;
  let next = 0;
  const send = async (url: string, isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      const requestId = `${seed}-${next++}`;
      // Twice at once: one of them is refused, whatever happens to the process meanwhile.
      const body = { requestId, usdContent: scene("", "(24, 16)") };
      const answers = await Promise.allSettled([1, 2].map(() => call(url, submitJob, { body })));
      const good = answers.flatMap((each) =>
        each.status === "fulfilled" && each.value.status === 202 ? [each.value] : [],
      );
      if (good.length > 1) acceptedTwice++;
      for (const { body: reply } of good) acknowledged.set(reply.operationId, requestId);
    }
  };
  for (let round = 0; round < rounds; round++) {
    const running = await start(data);
    let isOver = false;
    const senders = Array.from({ length: SENDERS }, () => send(running.url, () => isOver));
    await pause(60 + random() * 500);
    const what = random();
    if (what < 0.7) killWorkers(running.child);
    // A worker alone: the service goes on for a while.
    if (what < 0.3) await pause(150);
    running.child.kill("SIGKILL");
    await once(running.child, "exit");
    isOver = true;
    await Promise.all(senders);
  }
  const last = await start(data);
  try {
    const checked = await check(last.url, [...acknowledged.keys()]);
    // Only now: work that is not acknowledged may be done as well.
    const extraFiles = await countExtraFiles(last.url, data);
    return { rounds, acknowledged: acknowledged.size, acceptedTwice, ...checked, extraFiles };
  } finally {
    last.child.kill("SIGTERM");
    await once(last.child, "exit");
  }
}

async function start(data: string): Promise<Running> {
  const args = [COMMAND, "--port", "0", "--data", data, "--api-key", "key-of-ada=ada"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^listening on (\S+)$/.exec(line)?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error("the gateway did not start");
}

function killWorkers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  for (const worker of children.split(" ").filter((text) => text !== "")) {
    try {
      process.kill(Number(worker), "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function check(url: string, ids: readonly string[]): Promise<Pick<KillReport, "lost" | "torn" | "reasons">> {
  const reasons: string[] = [];
  let torn = 0;
  for (const operationId of ids) {
    const address = await resultOf(url, operationId);
    if (!address.startsWith("http")) {
      reasons.push(address);
      continue;
    }
    try {
      const bytes = await (await fetch(address)).bytes();
      const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      if (info.width !== 24 || info.height !== 16) torn++;
    } catch {
      torn++;
    }
  }
  return { lost: reasons.length, reasons, torn };
}

/** The address of the image, or why there is none. */
async function resultOf(url: string, operationId: string): Promise<string> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    const { status, body } = await call(url, getJob, { body: { operationId } });
    if (status !== 200) return `${operationId}: status ${status}`;
    if (body.done) return body.error === null ? body.result.resultUrl : `${operationId}: ${body.error.message}`;
    await pause(30);
  }
  return `${operationId}: not done in time`;
}

async function countExtraFiles(url: string, data: string): Promise<number> {
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const count = (state: string): number =>
      Number(new RegExp(`spatial_gateway_tasks\\{lane="render",state="${state}"\\} (\\d+)`).exec(metrics)?.[1] ?? 0);
    if (count("QUEUED") + count("RUNNING") > 0) {
      await pause(100);
      continue;
    }
    return readdirSync(join(data, "files")).length - count("SUCCEEDED");
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
