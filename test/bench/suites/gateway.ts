import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { RenderClient } from "@usdkit/render";
import { Scene } from "@usdkit/scene";
import { splatPly } from "@usdkit/test-files/splat-ply";
import {
  builtGateway,
  KEY,
  startGatewayFrom,
  startGatewayProcess,
  type GatewayProcess,
} from "../../gateway/gateway-process.ts";
import { openSlowConnections } from "../../gateway/slow-connections.ts";
import { splatRoom } from "../generate/raster-scenes.ts";
import type { LoadFigures, LoadRun } from "../peers/gateway-client.ts";
import { milliseconds, ratio, type Report } from "../report.ts";
import { targets } from "../targets.ts";
import { turns } from "./gateway-turns.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "gateway";
const { gateway: target } = targets;
const follow = { interval: 50 };

type Start = (name: string, ...flags: readonly string[]) => Promise<GatewayProcess>;

/** A gateway as a process, with clients that are processes of their own. `--built` measures what users install. Inputs: start, accept, render, stream, slow, turns. */
export async function gateway({ quick, built, inputs, report }: SuiteOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "usdkit-bench-gateway-"));
  const start: Start = (name, ...flags) =>
    built
      ? startGatewayFrom(builtGateway, join(folder, name), flags)
      : startGatewayProcess(join(folder, name), ...flags);
  try {
    const parts: Readonly<Record<string, () => Promise<void>>> = {
      start: () => starting(start, quick ? 3 : 10, report),
      accept: () => accepting(start, quick ? 2 : 6, report),
      render: () => rendering(start, folder, quick ? 3 : 10, report),
      stream: () => streaming(start, folder, quick ? 3 : 10, report),
      slow: () => slow(start, quick ? 100 : 1000, report),
      turns: () => turns(join(folder, "turns"), quick ? 2 : 5, target.turn, report),
    };
    for (const [name, part] of Object.entries(parts)) {
      if (inputs.length === 0 || inputs.includes(name)) await part();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function starting(start: Start, rounds: number, report: Report): Promise<void> {
  const times: number[] = [];
  let memory = 0;
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    await using started = await start("start");
    times.push(performance.now() - begin);
    if (round < rounds - 1) continue;
    await pause(3000);
    memory = residentMegabytes(started);
  }
  const least = Math.min(...times);
  report({
    suite,
    input: "",
    what: "start to listening",
    measured: milliseconds(least),
    target: `≤ ${target.start} ms`,
    met: least <= target.start,
    figures: { times },
  });
  report({
    suite,
    input: "",
    what: "memory at rest",
    measured: `${memory.toFixed(0)} MB`,
    target: `≤ ${target.idleMemory} MB`,
    met: memory <= target.idleMemory,
  });
}

/** Jobs that are accepted while one worker renders them, and then polls of them. */
async function accepting(start: Start, seconds: number, report: Report): Promise<void> {
  await using service = await start("accept", "--workers", "1");
  const { url } = service;
  const scene = smallScene().toBase64();
  const run = { url, key: KEY, seconds, connections: 8 } as const;
  let spent = processorMilliseconds(service);
  const submitted = await load([
    { ...run, what: "submit", scene },
    { ...run, what: "submit", scene },
  ]);
  const speed = submitted.count / submitted.seconds;
  const eachJob = (processorMilliseconds(service) - spent) / submitted.count;
  const input = "two processes of 8";
  report({
    suite,
    input,
    what: "accepted a second",
    measured: `${speed.toFixed(0)}/s, ${submitted.others} others, p99 ${milliseconds(at(submitted, 0.99))}, cpu ${milliseconds(eachJob)} each`,
    target: `≥ ${target.accepted}/s`,
    met: speed >= target.accepted && submitted.others === 0,
  });
  const operations = [await oneJob(url)];
  spent = processorMilliseconds(service);
  const polled = await load([
    { ...run, what: "poll", operations },
    { ...run, what: "poll", operations },
  ]);
  const polls = polled.count / polled.seconds;
  const eachPoll = (processorMilliseconds(service) - spent) / polled.count;
  const measured = `${polls.toFixed(0)}/s, ${polled.others} others, p99 ${milliseconds(at(polled, 0.99))}, cpu ${milliseconds(eachPoll)} each`;
  report({
    suite,
    input,
    what: "polls a second",
    measured,
    target: `≥ ${target.polls}/s`,
    met: polls >= target.polls,
  });
}

/** Polls at a steady rate while both workers draw large images. */
async function rendering(start: Start, folder: string, seconds: number, report: Report): Promise<void> {
  await using service = await start("render", "--workers", "2");
  const renderer = new RenderClient({ baseUrl: service.url, apiKey: KEY });
  const meshId = await roomMesh(renderer, folder);
  const polls = (operations: readonly string[]): Promise<LoadFigures> => {
    const run = { url: service.url, key: KEY, what: "poll", operations, seconds, connections: 4, rate: 50 } as const;
    return load([run, run]);
  };
  // Other load on the machine affects this one too.
  const alone = await polls([await oneJob(service.url)]);
  const jobs = [];
  for (let i = 0; i < 40; i++) jobs.push(await renderer.submit(roomScene(meshId, [1920, 1080])));
  const polled = await polls(jobs.map(({ id }) => id));
  const [p99, own] = [at(polled, 0.99), at(alone, 0.99)];
  const measured = `p99 ${milliseconds(p99)}, p50 ${milliseconds(at(polled, 0.5))}; with nothing to draw p99 ${milliseconds(own)}`;
  report({
    suite,
    input: "100 a second, 2 workers draw",
    what: "a poll",
    measured,
    target: `≤ ${target.pollP99} ms`,
    met: p99 <= target.pollP99,
  });
}

async function streaming(start: Start, folder: string, seconds: number, report: Report): Promise<void> {
  await using service = await start("stream");
  await using renderer = new RenderClient({ baseUrl: service.url, apiKey: KEY });
  const meshId = await roomMesh(renderer, folder);
  await using stream = await renderer.openStream(roomScene(meshId, [640, 360]), follow);
  await stream.nextFrame();
  const times: number[] = [];
  const first = performance.now();
  const end = first + seconds * 1000;
  for (let i = 0; performance.now() < end; i++) {
    const angle = i * 0.02;
    const begin = performance.now();
    const pushed = stream.moveCamera({ eye: [2 * Math.sin(angle), 0, 6 + Math.cos(angle)], target: [0, -0.5, 0] });
    await stream.nextFrame();
    times.push(performance.now() - begin);
    await pushed;
  }
  const frames = times.length / ((performance.now() - first) / 1000);
  const median = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  const input = "640 × 360, 100k splats";
  report({
    suite,
    input,
    what: "frames a second",
    measured: `${frames.toFixed(1)}/s`,
    target: `≥ ${target.frames}/s`,
    met: frames >= target.frames,
  });
  report({
    suite,
    input,
    what: "push to frame",
    measured: milliseconds(median),
    target: `≤ ${target.pushToFrame} ms`,
    met: median <= target.pushToFrame,
  });
}

/** Reports the median of healthy polls, alone and next to connections that never end their requests. */
async function slow(start: Start, count: number, report: Report): Promise<void> {
  await using service = await start("slow");
  const operations = [await oneJob(service.url)];
  const run: LoadRun = { url: service.url, key: KEY, what: "poll", operations, seconds: 3, connections: 1, rate: 100 };
  const alone: number[] = [];
  const crowded: number[] = [];
  for (let round = 0; round < 2; round++) {
    alone.push(at(await load([run]), 0.5));
    using connections = await openSlowConnections(service.url, KEY, { count, again: true });
    crowded.push(at(await load([run]), 0.5));
    if (connections.open < count * 0.9) throw new Error("the slow connections were not there");
  }
  const [before, after] = [Math.min(...alone), Math.min(...crowded)];
  const measured = `${ratio(after / before)} (${milliseconds(before)}, ${milliseconds(after)})`;
  report({
    suite,
    input: `${count} slow connections`,
    what: "a healthy poll, median",
    measured,
    target: `≤ ${target.slow}×`,
    met: after / before <= target.slow,
  });
}

/** Runs several processes concurrently; returns their combined measurements. */
async function load(runs: readonly LoadRun[]): Promise<LoadFigures> {
  const script = join(import.meta.dirname, "../peers/gateway-client.ts");
  const clients = runs.map((run) => {
    const child = spawn(process.execPath, [script, JSON.stringify(run)], { stdio: ["pipe", "pipe", "inherit"] });
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  });
  for (const { lines } of clients) await lines.next();
  for (const { child } of clients) child.stdin.write("go\n");
  const all: LoadFigures[] = [];
  for (const { child, lines } of clients) {
    const { value, done } = await lines.next();
    if (done === true) throw new Error("a client ended without figures");
    all.push(JSON.parse(value) as LoadFigures);
    if (child.exitCode === null) await once(child, "exit");
  }
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    others: all.reduce((sum, { others }) => sum + others, 0),
    seconds: Math.max(...all.map(({ seconds }) => seconds)),
    times: all.flatMap(({ times }) => times).toSorted((a, b) => a - b),
  };
}

const at = ({ times }: LoadFigures, share: number): number => times[Math.floor(times.length * share)] ?? Infinity;

function smallScene(): Scene {
  const scene = new Scene({ defaultPrim: "World" });
  scene.xform("World").camera("Main", { focalLength: 35 });
  scene.renderSettings({ resolution: [16, 12] });
  return scene;
}

async function oneJob(url: string): Promise<string> {
  const renderer = new RenderClient({ baseUrl: url, apiKey: KEY });
  const job = await renderer.submit(smallScene());
  await job.image(follow);
  return job.id;
}

async function roomMesh({ client }: RenderClient, folder: string): Promise<string> {
  const room = splatRoom(100_000, 0);
  const cloud = {
    count: room.count,
    degree: 0,
    positions: room.positions,
    scales: room.scales.map(Math.log),
    rotations: room.orientations,
    opacities: room.opacities.map((value) => Math.log(value / (1 - value))),
    colors: room.harmonics,
    rest: new Float32Array(),
  };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "room.ply");
  writeFileSync(path, splatPly(cloud));
  const { url } = await client.assets.upload(path);
  const { meshId } = await (await client.meshes.ingest({ fileUrl: url })).result(follow);
  return meshId ?? "";
}

function roomScene(meshId: string, resolution: [number, number]): Scene {
  const scene = new Scene({ defaultPrim: "World" });
  const world = scene.xform("World");
  world.splat("Room", { asset: `asset:/mesh/${meshId}` });
  world.camera("Main", { fieldOfView: { horizontal: 60 } }).lookAt({ eye: [0, 0, 7], target: [0, -0.5, 0] });
  scene.renderSettings({ resolution });
  return scene;
}

/** Of the process, without its workers. */
function residentMegabytes({ child }: GatewayProcess): number {
  const status = readFileSync(`/proc/${child.pid ?? 0}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Processor time of the process without its workers: on a busy machine a better measure than wall time. */
function processorMilliseconds({ child }: GatewayProcess): number {
  // After the name, which may contain any character: state is the third field, utime and stime are the 14th and 15th, in 1/100 s.
  const fields =
    readFileSync(`/proc/${child.pid ?? 0}/stat`, "utf8")
      .split(") ")
      .at(-1)
      ?.split(" ") ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function pause(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
