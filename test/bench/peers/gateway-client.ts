// A process that calls a gateway as fast as it answers, or so many times a second, for the suite `gateway`:
//
//   node gateway-client.ts '{"url":"http://127.0.0.1:8787","key":"…","what":"submit","seconds":5,"connections":8}'
//
// Prints one line, `ready`, waits for a line on its standard input, and prints what it measured.

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";

export interface LoadRun {
  readonly url: string;
  readonly key: string;
  readonly what: "submit" | "poll";
  /** Base64 of the scene that is submitted. */
  readonly scene?: string;
  /** Operations that are polled, in turn. */
  readonly operations?: readonly string[];
  readonly seconds: number;
  readonly connections: number;
  /** Calls a second of all connections together; as fast as possible if it is absent. */
  readonly rate?: number;
}

export interface LoadFigures {
  /** Calls with the status that is right. */
  readonly count: number;
  readonly others: number;
  readonly seconds: number;
  /** Milliseconds, sorted. */
  readonly times: readonly number[];
}

const run = JSON.parse(process.argv[2] ?? "{}") as LoadRun;
const agent = new Agent({ keepAlive: true, maxSockets: run.connections });
const target = new URL("/global/rendercloud/v1/jobs", run.url);
const right = run.what === "submit" ? 202 : 200;
const { operations = [] } = run;

console.log("ready");
await once(process.stdin, "data");
const times: number[] = [];
let others = 0;
let calls = 0;
const start = performance.now();
const end = start + run.seconds * 1000;
await Promise.all(Array.from({ length: run.connections }, work));
const seconds = (performance.now() - start) / 1000;
const figures: LoadFigures = {
  count: times.length,
  others,
  seconds,
  times: times.toSorted((a, b) => a - b).map((time) => Number(time.toFixed(2))),
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.stdin.destroy();
agent.destroy();

async function work(): Promise<void> {
  for (;;) {
    const turn = calls++;
    const due = run.rate === undefined ? 0 : start + (turn / run.rate) * 1000;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const begin = performance.now();
    if (begin >= end) return;
    if ((await call(turn)) === right) times.push(performance.now() - begin);
    else others++;
  }
}

function call(turn: number): Promise<number> {
  const body = JSON.stringify(
    run.what === "submit"
      ? { requestId: randomUUID(), usdContent: run.scene }
      : { operationId: operations[turn % operations.length] },
  );
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: run.key,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    const sent = request(target, { method: "POST", agent, headers }, (reply) => {
      reply.resume();
      reply.on("end", () => resolve(reply.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
