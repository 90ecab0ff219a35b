/** Kills a busy service repeatedly, and compares its responses with its stored state. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { getJob, submitJob } from "@usdkit/contract";
import sharp from "sharp";
import { randomOf } from "../engines/random.ts";
import { call, scene } from "./caller.ts";
import { pause, type Fleet } from "./fleets.ts";

export interface KillReport {
  readonly rounds: number;
  /** Number of operations whose 202 arrived. */
  readonly acknowledged: number;
  /** Accepted operations that are missing or not done in the end. */
  readonly lost: number;
  /** The service's response for each lost operation. */
  readonly reasons: readonly string[];
  /** Number of incomplete images. */
  readonly torn: number;
  /** Number of files beyond one per done operation. */
  readonly extraFiles: number;
  /** Request ids that were accepted twice within their minute. */
  readonly acceptedTwice: number;
}

const SENDERS = 4;
const CHECKERS = 8;

/**
 * @param data The folder of the fleet.
 * @param seed Seeds the moments of the kills, which are reproduced as far as timing allows.
 */
export async function killRounds(fleet: Fleet, data: string, rounds: number, seed: string): Promise<KillReport> {
  const random = randomOf(seed);
  const acknowledged = new Map<string, string>();
  let acceptedTwice = 0;
  let next = 0;
  let isOver = false;
  const send = async (): Promise<void> => {
    while (!isOver) {
      const requestId = `${seed}-${next++}`;
      // Sent twice concurrently: one of them is rejected, even if processes are killed in between.
      const body = { requestId, usdContent: scene("", "(24, 16)") };
      const answers = await Promise.allSettled(fleet.urls().map((url) => call(url, submitJob, { body })));
      const good = answers.flatMap((each) =>
        each.status === "fulfilled" && each.value.status === 202 ? [each.value] : [],
      );
      if (good.length > 1) acceptedTwice++;
      for (const { body: reply } of good) acknowledged.set(reply.operationId, requestId);
      // The service was not running.
      if (good.length === 0) await pause(20);
    }
  };
  const senders = Array.from({ length: SENDERS }, send);
  for (let round = 0; round < rounds; round++) {
    await pause(50 + random() * 350);
    await fleet.disturb(round, random);
  }
  isOver = true;
  await Promise.all(senders);
  const checked = await check(fleet.urls()[0], [...acknowledged.keys()]);
  // Unacknowledged work may be done as well; then leftovers are removed.
  await untilIdle(fleet.urls()[0]);
  await fleet.renew();
  const extraFiles = await countExtraFiles(fleet.urls()[0], data);
  return { rounds, acknowledged: acknowledged.size, acceptedTwice, ...checked, extraFiles };
}

async function check(url: string, ids: readonly string[]): Promise<Pick<KillReport, "lost" | "torn" | "reasons">> {
  const reasons: string[] = [];
  let torn = 0;
  const checkOne = async (operationId: string): Promise<void> => {
    const address = await resultOf(url, operationId);
    if (!address.startsWith("http")) {
      reasons.push(address);
      return;
    }
    try {
      const bytes = await (await fetch(address)).bytes();
      const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      if (info.width !== 24 || info.height !== 16) torn++;
    } catch {
      torn++;
    }
  };
  const left = ids.values();
  const checkSome = async (): Promise<void> => {
    for (const id of left) await checkOne(id);
  };
  await Promise.all(Array.from({ length: CHECKERS }, checkSome));
  return { lost: reasons.length, reasons, torn };
}

/** Returns the image's URL, or why there is none. */
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

/** Returns the number of tasks of the rendering lane in one state. */
async function count(url: string, state: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const pattern = new RegExp(`spatial_gateway_tasks\\{lane="render",state="${state}"\\} (\\d+)`);
  return Number(pattern.exec(metrics)?.[1] ?? 0);
}

async function untilIdle(url: string): Promise<void> {
  while ((await count(url, "QUEUED")) + (await count(url, "RUNNING")) > 0) await pause(100);
}

async function countExtraFiles(url: string, data: string): Promise<number> {
  const done = await count(url, "SUCCEEDED");
  for (let tries = 0; ; tries++) {
    const extra = readdirSync(join(data, "files")).length - done;
    // They are removed soon after the start.
    if (extra === 0 || tries > 100) return extra;
    await pause(100);
  }
}
