/** The gateway as a service of several processes on PostgreSQL: jobs by number of workers, latency under load, recovery. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RenderClient } from "@usdkit/render";
import { Scene } from "@usdkit/scene";
import {
  childrenOf,
  killQuietly,
  noPostgres,
  startPostgres,
} from "../../../packages/gateway/src/test-support/postgres-server.ts";
import { KEY, startGatewayProcess, type GatewayProcess } from "../../gateway/gateway-process.ts";
import { milliseconds, type Report } from "../report.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "gateway-service";
const follow = { interval: 100 };
/** A worker's lease: its jobs are another's after this many milliseconds. */
const LEASE = 6000;

export async function gatewayService({ quick, report }: SuiteOptions): Promise<void> {
  if (noPostgres !== undefined) {
    console.log(`${suite}: not measured: ${noPostgres}`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "usdkit-bench-service-"));
  await using server = await startPostgres({ fsync: true });
  try {
    for (const workers of [1, 2, 4]) {
      const flags = ["--database", server.makeDatabase(`w${workers}`), "--files", join(folder, `files${workers}`)];
      await throughput(join(folder, `w${workers}`), flags, { workers, jobs: quick ? 40 : 200 }, report);
    }
    const flags = ["--database", server.makeDatabase("recovery"), "--files", join(folder, "files")];
    await recovery(join(folder, "recovery"), flags, report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function throughput(
  data: string,
  flags: readonly string[],
  { workers, jobs }: { readonly workers: number; readonly jobs: number },
  report: Report,
): Promise<void> {
  await using api = await startGatewayProcess(`${data}-api`, ...flags, "--role", "api");
  const started: GatewayProcess[] = [];
  try {
    for (let i = 0; i < workers; i++)
      started.push(await startGatewayProcess(`${data}-${i}`, ...flags, "--role", "worker"));
    await using renderer = new RenderClient({ baseUrl: api.url, apiKey: KEY });
    // Each process has its modules and its renderer.
    await Promise.all(Array.from({ length: workers * 2 }, async () => (await renderer.submit(scene())).image(follow)));
    const begin = performance.now();
    const times: number[] = [];
    await Promise.all(
      Array.from({ length: jobs }, async () => {
        const at = performance.now();
        const job = await renderer.submit(scene());
        times.push(performance.now() - at);
        await job.image(follow);
      }),
    );
    const seconds = (performance.now() - begin) / 1000;
    times.sort((a, b) => a - b);
    const input = `${workers} ${workers === 1 ? "worker" : "workers"}`;
    report({
      suite,
      input,
      what: "jobs a second, 64 × 48 pixels",
      measured: `${(jobs / seconds).toFixed(1)}/s`,
      figures: { seconds, jobs },
    });
    report({
      suite,
      input,
      what: `acceptance with ${jobs} at once, median and p95`,
      measured: `${milliseconds(times[times.length >> 1] ?? NaN)}, ${milliseconds(times[Math.floor(times.length * 0.95)] ?? NaN)}`,
    });
  } finally {
    for (const each of started) await each.close();
  }
}

/** Kills the only worker in the middle of jobs; another one has their leases later. */
async function recovery(data: string, flags: readonly string[], report: Report): Promise<void> {
  await using api = await startGatewayProcess(`${data}-api`, ...flags, "--role", "api");
  const first = await startGatewayProcess(`${data}-1`, ...flags, "--role", "worker");
  await using renderer = new RenderClient({ baseUrl: api.url, apiKey: KEY });
  await (await renderer.submit(scene())).image(follow);
  const jobs = await Promise.all(Array.from({ length: 20 }, () => renderer.submit(scene([640, 360]))));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const children = childrenOf(first.child.pid);
  first.child.kill("SIGKILL");
  for (const pid of children) killQuietly(pid);
  const begin = performance.now();
  await using second = await startGatewayProcess(`${data}-2`, ...flags, "--role", "worker");
  await Promise.all(jobs.map((job) => job.image(follow)));
  void second;
  const time = performance.now() - begin;
  report({
    suite,
    input: "a worker is killed",
    what: "until its 20 jobs are done by another",
    measured: milliseconds(time),
    target: `≤ ${2 * LEASE} ms`,
    met: time <= 2 * LEASE,
  });
}

function scene(resolution: [number, number] = [64, 48]): Scene {
  const made = new Scene({ defaultPrim: "World" });
  made.xform("World").camera("Main", { focalLength: 35 });
  made.renderSettings({ resolution });
  return made;
}
