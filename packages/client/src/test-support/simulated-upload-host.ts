import { createHash } from "node:crypto";
import type { Fetch } from "../transport/settings.ts";
import type { VirtualClock } from "./virtual-clock.ts";

interface Task {
  readonly taskId: string;
  readonly size: number;
  readonly blocks: number;
  readonly blockSize: number;
  readonly md5: string | undefined;
  readonly parts: Map<number, Buffer>;
}

interface Token {
  readonly blockSize: number;
  latest: Task | undefined;
}

/** What may go wrong with one request. */
const FATES = [
  "request lost",
  "reply lost",
  "silence before",
  "silence after",
  "late",
  "429",
  "503",
  "500 before",
  "500 after",
  "refused",
  "cut",
  "401",
  "restart",
] as const;

export interface SimulatedHostOptions {
  readonly clock: VirtualClock;
  readonly random: () => number;
  readonly blockSize: number;
  /** How likely a request goes wrong, from 0 to 1. */
  readonly trouble: number;
  readonly key: string;
}

/** Gateway and upload host behind a `fetch` in virtual time, with faults by chance, and a record of what the client did wrong. */
export class SimulatedUploadHost {
  readonly violations: string[] = [];
  readonly fetch: Fetch;
  inFlight = 0;
  tokensIssued = 0;
  readonly #options: SimulatedHostOptions;
  readonly #tokens = new Map<string, Token>();
  readonly #tasks: Task[] = [];
  #partsInFlight = 0;
  #lastPollEnd = -Infinity;
  #count = 0;

  constructor(options: SimulatedHostOptions) {
    this.#options = options;
    this.fetch = (url, init) => this.#exchange(new URL(url), init);
  }

  /** The bytes behind a public URL, once the file is whole. */
  file(url: string): Buffer | undefined {
    const task = this.#tasks.find(({ taskId }) => url === `https://files.example/${taskId}`);
    return task === undefined ? undefined : wholeOf(task);
  }

  async #exchange(url: URL, init: RequestInit): Promise<Response> {
    const { clock } = this.#options;
    const headers = new Headers(init.headers);
    const isPart = url.pathname.endsWith("/block/upload/part");
    const isPoll = url.pathname.endsWith("/upload/status");
    if (url.host !== "gateway.example" && headers.get("authorization") !== null)
      this.violations.push("the key left the gateway");
    if (isPart && ++this.#partsInFlight > 2) this.violations.push(`${this.#partsInFlight} parts in flight`);
    if (isPoll && clock.now() - this.#lastPollEnd < 200)
      this.violations.push(`polls ${clock.now() - this.#lastPollEnd} ms apart`);
    this.inFlight++;
    try {
      return await this.#fated(url, headers, init);
    } finally {
      this.inFlight--;
      if (isPart) this.#partsInFlight--;
      if (isPoll) this.#lastPollEnd = clock.now();
    }
  }

  async #fated(url: URL, headers: Headers, init: RequestInit): Promise<Response> {
    const { clock, random, trouble } = this.#options;
    const signal = init.signal ?? undefined;
    const body =
      init.body instanceof ReadableStream ? await read(init.body as ReadableStream<Uint8Array>) : Buffer.alloc(0);
    const land = (): Response => this.#answer(url, headers, body);
    const fate = random() < trouble ? FATES[Math.floor(random() * FATES.length)] : undefined;
    await clock.sleep(random() * (random() < trouble / 5 ? 16_000 : 80), signal);
    switch (fate) {
      case "request lost":
        throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
      case "reply lost":
        land();
        throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
      case "silence before":
        return await forEver(signal);
      case "silence after":
        land();
        return await forEver(signal);
      case "late":
        clock.after(random() * 30_000, () => void land());
        throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
      case "429":
        return problem(429, { "retry-after": String(Math.floor(random() * 3)) });
      case "503":
        return problem(503);
      case "500 before":
        return problem(500);
      case "500 after":
        land();
        return problem(500);
      case "refused":
        return url.host === "gateway.example" ? problem(503) : Response.json({ c: 5001, d: null, m: "busy" });
      case "cut":
        return new Response((await land().text()).slice(0, 9), { headers: { "content-type": "application/json" } });
      case "401":
        if (url.host !== "gateway.example") this.#tokens.clear();
        break;
      case "restart":
        // Parts that were not yet written to disk.
        for (const { parts, blocks } of this.#tasks)
          if (parts.size < blocks) for (const part of parts.keys()) if (random() < 0.3) parts.delete(part);
        break;
      case undefined:
    }
    return land();
  }

  #answer(url: URL, headers: Headers, body: Buffer): Response {
    if (url.host === "gateway.example") {
      if (headers.get("authorization") !== this.#options.key) return problem(401);
      const ousToken = `token-${++this.#count}`;
      this.tokensIssued++;
      this.#tokens.set(ousToken, { blockSize: this.#options.blockSize, latest: undefined });
      return Response.json({ ousToken, globalDomain: "https://upload.example", blockSize: this.#options.blockSize });
    }
    const token = this.#tokens.get(headers.get("ous-token-v2") ?? "");
    if (token === undefined) return problem(401);
    const good = (d: unknown): Response => Response.json({ c: 0, d });
    const bad = (m: string): Response => {
      this.violations.push(m);
      return Response.json({ c: 4000, d: null, m });
    };
    switch (url.pathname) {
      case "/ous/api/v2/single/upload": {
        const file = formOf(headers, body).get("file");
        if (file === undefined || file.length > token.blockSize) return bad("a bad single upload");
        const task = this.#add(token, file.length, 1, undefined);
        task.parts.set(0, file);
        return good({ taskId: task.taskId });
      }
      case "/ous/api/v2/block/upload/init": {
        const [md5 = "", size, blocks] = ["md5", "size", "blocks"].map((name) => url.searchParams.get(name) ?? "");
        if (Number(blocks) !== Math.ceil(Number(size) / token.blockSize)) return bad(`${blocks} blocks`);
        const known = this.#tasks.find((task) => task.md5 === md5 && task.size === Number(size));
        const task = known ?? this.#add(token, Number(size), Number(blocks), md5);
        token.latest = task;
        const lackBlocks = lacking(task);
        const { taskId } = task;
        return good({
          taskId,
          lackBlocks,
          progress: task.parts.size / task.blocks,
          deduplicated: lackBlocks.length === 0,
        });
      }
      case "/ous/api/v2/block/upload/part": {
        const form = formOf(headers, body);
        const task = this.#tasks.find(({ taskId }) => taskId === form.get("taskId")?.toString());
        const number = Number(form.get("partNumber"));
        const file = form.get("file");
        if (task === undefined || file === undefined) return bad("a part of nothing");
        if (file.length !== Math.min(task.blockSize, task.size - number * task.blockSize))
          return bad(`part ${number} of ${file.length}`);
        task.parts.set(number, file);
        return good(null);
      }
      case "/ous/api/v2/upload/status": {
        const { latest } = token;
        if (latest === undefined) return bad("a status poll before an upload");
        const lackBlocks = lacking(latest);
        if (lackBlocks.length > 0) return good({ status: 2, lackBlocks });
        if (this.#options.random() < 0.5) return good({ status: 3, lackBlocks });
        if (latest.md5 !== undefined && createHash("md5").update(wholeOf(latest)).digest("hex") !== latest.md5)
          return bad("a wrong md5");
        return good({ status: 5, url: `https://files.example/${latest.taskId}`, size: latest.size });
      }
      default:
        return bad(url.pathname);
    }
  }

  #add(token: Token, size: number, blocks: number, md5: string | undefined): Task {
    const task: Task = {
      taskId: `task-${++this.#count}`,
      size,
      blocks,
      blockSize: token.blockSize,
      md5,
      parts: new Map(),
    };
    this.#tasks.push(task);
    token.latest = task;
    return task;
  }
}

function lacking({ blocks, parts }: Task): number[] {
  return Array.from({ length: blocks }, (_, part) => part).filter((part) => !parts.has(part));
}

function wholeOf(task: Task): Buffer {
  return Buffer.concat(Array.from({ length: task.blocks }, (_, part) => task.parts.get(part) ?? Buffer.alloc(0)));
}

function problem(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ code: status, message: "trouble", status: "TROUBLE" }, { status, headers });
}

function forEver(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

async function read(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
  return Buffer.concat(pieces);
}

function formOf(headers: Headers, body: Buffer): Map<string, Buffer> {
  const boundary = /boundary=(\S+)$/.exec(headers.get("content-type") ?? "")?.[1] ?? "";
  if (headers.get("content-length") !== String(body.length)) throw new Error("a form without its length");
  const found = new Map<string, Buffer>();
  const mark = Buffer.from(`--${boundary}`);
  for (let at = 0; ;) {
    const start = at + mark.length + 2;
    const end = body.indexOf(`\r\n--${boundary}`, start, "latin1");
    if (end < 0) return found;
    const head = body.indexOf("\r\n\r\n", start, "latin1");
    const name = /name="([^"]*)"/.exec(body.toString("utf8", start, head))?.[1] ?? "";
    found.set(name, body.subarray(head + 4, end));
    at = end + 2;
  }
}
