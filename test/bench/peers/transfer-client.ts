// One transfer in a fresh process: `node transfer-client.ts WAY URL FILE BLOCK_SIZE`. Prints its times and its growth as JSON.
import { createWriteStream, openAsBlob, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { SpatialClient } from "@usdkit/client";
import { uploadPartRange } from "@usdkit/contract";
import { peakResident, resetPeak, resident } from "./measure.ts";

const [, , way = "", url = "", file = "", block = "8388608"] = process.argv;
const blockSize = Number(block);

/** What a transfer took, in milliseconds; `reading` is what came before the first byte was sent. */
interface Taken {
  readonly wall: number;
  readonly reading: number;
}

type Transfer = () => Promise<Taken>;

async function ours(): Promise<Transfer> {
  const client = await makeClient();
  return async () => {
    const start = performance.now();
    let reading = 0;
    await client.assets.upload(file, {
      onProgress: ({ phase }) => {
        if (phase === "reading") reading = performance.now() - start;
      },
    });
    return { wall: performance.now() - start, reading };
  };
}

async function oursDown(): Promise<Transfer> {
  const client = await makeClient();
  return async () => {
    const start = performance.now();
    await client.saveFile(`${url}/file`, file);
    return { wall: performance.now() - start, reading: 0 };
  };
}

async function makeClient(): Promise<SpatialClient> {
  const module = await import("@usdkit/client");
  return new module.SpatialClient({ baseUrl: url, apiKey: "key" });
}

/** What one would write without a client: two parts at a time, each a form. */
async function plain(partOf: (start: number, end: number) => Blob | Promise<Blob>): Promise<Taken> {
  const start = performance.now();
  const { size } = statSync(file);
  const blocks = Math.ceil(size / blockSize);
  let next = 0;
  const send = async (): Promise<void> => {
    while (next < blocks) {
      const part = next++;
      const range = uploadPartRange(part, size, blockSize);
      const form = new FormData();
      form.append("taskId", "task");
      form.append("partNumber", String(part));
      form.append("file", await partOf(range.start, range.end), "file");
      const headers = { "ous-token-v2": "token" };
      const response = await fetch(`${url}/ous/api/v2/block/upload/part`, { method: "POST", body: form, headers });
      if (!response.ok) throw new Error(String(response.status));
      await response.json();
    }
  };
  await Promise.all([send(), send()]);
  return { wall: performance.now() - start, reading: 0 };
}

const ways: Readonly<Record<string, () => Promise<Transfer>>> = {
  ours,
  // Read from disk by the platform while they are sent.
  "plain blob": async () => {
    const blob = await openAsBlob(file);
    return () => plain((start, end) => blob.slice(start, end));
  },
  // Read completely, part by part.
  "plain buffer": async () => {
    const handle = await open(file);
    return () =>
      plain(async (start, end) => {
        const buffer = Buffer.allocUnsafeSlow(end - start);
        await handle.read(buffer, 0, buffer.length, start);
        return new Blob([buffer]);
      });
  },
  "ours down": oursDown,
  "plain down": async () => () => plainDown(),
};

async function plainDown(): Promise<Taken> {
  const start = performance.now();
  const { body } = await fetch(`${url}/file`);
  if (body === null) throw new Error("no body");
  await pipeline(Readable.fromWeb(body as NodeReadableStream<Uint8Array>), createWriteStream(file));
  const handle = await open(file);
  await handle.sync();
  await handle.close();
  return { wall: performance.now() - start, reading: 0 };
}

const before = resident();
const transfer = await ways[way]?.();
if (transfer === undefined) throw new Error(`no way ${way}`);
// What was loaded to get here counts as well: see `fromStart`.
const loaded = resident();
resetPeak();
const taken = await transfer();
const peak = peakResident();
if (way.endsWith("down")) {
  if (statSync(file).size === 0) throw new Error("nothing came");
  rmSync(file);
}
console.log(JSON.stringify({ ...taken, growth: peak - loaded, fromStart: peak - before }));
process.exit(0);
