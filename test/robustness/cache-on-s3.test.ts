/** The shared cache on an S3-compatible store: many writers, damage, and stores that are slow, busy, read-only or gone. */
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { openAnswerStore } from "../../packages/batch/src/store/open-store.ts";
import type { AnswerStore } from "../../packages/batch/src/store/answer-store.ts";
import { ObjectBlobs } from "../../packages/batch/src/store/object-blobs.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  noObjectStore,
  startObjectStore,
  type ObjectStore,
} from "../../packages/gateway/src/test-support/object-store.ts";

const WRITERS = 40;
const SECRET = "key of the studio";

let server: ObjectStore;
let place = 0;

if (noObjectStore !== undefined) console.log(`the cache on S3 is not tested: ${noObjectStore}`);

describe.skipIf(noObjectStore !== undefined)("a cache on an S3-compatible store", () => {
  beforeAll(async () => {
    server = await startObjectStore();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const fresh = (): string => `s3://${server.bucket}/cache-${place++}/lint`;
  const environment = (endpoint: string): Readonly<Record<string, string>> => ({
    AWS_ACCESS_KEY_ID: server.accessKeyId,
    AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
    AWS_ENDPOINT_URL_S3: endpoint,
  });
  const open = (address: string, endpoint = server.endpoint, part?: string): Promise<AnswerStore> =>
    openAnswerStore(address, SECRET, environment(endpoint), part);
  const keep = async (address: string, key: string, answer: string, endpoint?: string): Promise<string | undefined> => {
    const store = await open(address, endpoint);
    await store.open("models/chairs");
    store.set("models/chairs", key, answer);
    return store.close();
  };
  const find = async (
    address: string,
    key: string,
    endpoint?: string,
  ): Promise<{ answer: string | undefined; note: string | undefined }> => {
    const store = await open(address, endpoint);
    await store.open("models/chairs");
    const answer = await store.get("models/chairs", key);
    return { answer, note: await store.close() };
  };

  test("many writers at the same time: no answer is lost, none is wrong", async () => {
    const address = fresh();
    const stores = await Promise.all(
      Array.from({ length: WRITERS }, (_, i) => open(address, undefined, `${i + 1}/${WRITERS}`)),
    );
    await Promise.all(
      stores.map(async (store, i) => {
        await store.open("models/chairs");
        store.set("models/chairs", `k${i}`, `{"of":${i}}`);
        expect(await store.close()).toBeUndefined();
      }),
    );
    const all = await open(address);
    await all.open("models/chairs");
    for (let i = 0; i < WRITERS; i++) expect(await all.get("models/chairs", `k${i}`)).toBe(`{"of":${i}}`);
    expect(await all.close()).toBeUndefined();
  });

  test("entries that are poisoned or truncated are noted, are no answers, and are replaced", async () => {
    for (const harm of [(text: string) => text.replace("right", "wrong"), (text: string) => text.slice(0, -4)]) {
      const address = fresh();
      await keep(address, "k", '"right"');
      const blobs = new ObjectBlobs(address, environment(server.endpoint));
      const [name = ""] = await blobs.list("");
      const bytes = Buffer.from((await blobs.get(name, { last: 10_000 })) ?? new Uint8Array(0));
      await blobs.put(name, Buffer.from(harm(bytes.toString("latin1")), "latin1"));
      const { answer, note } = await find(address, "k");
      expect(answer).toBeUndefined();
      expect(note).toContain("left out, damaged or signed with another key");
      await keep(address, "k", '"right"');
      expect(await find(address, "k")).toEqual({ answer: '"right"', note: undefined });
    }
  });

  test("a store that is slow, and busy at times, gives the same answers", async () => {
    const address = fresh();
    let calls = 0;
    await using slow = await proxy(async (call, reply) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (calls++ % 3 === 0) return void reply.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
      forward(call, reply);
    });
    expect(await keep(address, "k", '"kept"', slow.endpoint)).toBeUndefined();
    expect(await find(address, "k", slow.endpoint)).toEqual({ answer: '"kept"', note: undefined });
  });

  test("a read-only store gives its answers, and what cannot be written is a note", async () => {
    const address = fresh();
    await keep(address, "k", '"kept"');
    let writes = 0;
    await using closed = await proxy((call, reply) => {
      if (call.method === "GET") return forward(call, reply);
      writes++;
      call.resume();
      reply.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
    });
    const store = await open(address, closed.endpoint);
    await store.open("models/chairs");
    expect(await store.get("models/chairs", "k")).toBe('"kept"');
    for (let i = 0; i < 30; i++) {
      await store.open(`folder-${i}`);
      store.set(`folder-${i}`, "k", "1");
    }
    expect(await store.close()).toMatch(/the cache cannot be written: the store answers PUT with 403 AccessDenied$/u);
    // Not once for each folder.
    expect(writes).toBe(1);
  });

  test("a store that is gone is asked once, not for each folder", async () => {
    let calls = 0;
    await using gone = await proxy((call) => {
      calls++;
      call.socket.destroy();
    });
    const store = await open(fresh(), gone.endpoint);
    for (let i = 0; i < 30; i++) {
      await store.open(`folder-${i}`);
      expect(await store.get(`folder-${i}`, "k")).toBeUndefined();
      store.set(`folder-${i}`, "k", "1");
    }
    expect(await store.close()).toMatch(/the cache cannot be read: /u);
    expect(calls).toBeLessThanOrEqual(7);
  });
});

type Answer = (call: IncomingMessage, reply: ServerResponse) => void | Promise<void>;

/** Starts a server in front of the store. */
async function proxy(answer: Answer): Promise<{ readonly endpoint: string } & AsyncDisposable> {
  const front = createServer((call, reply) => void answer(call, reply));
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const { port } = front.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        front.close(() => resolve());
        front.closeAllConnections();
      }),
  };
}

/** Hands a call over to the store, with the host that was signed. */
function forward(call: IncomingMessage, reply: ServerResponse): void {
  const { method, headers, url = "/" } = call;
  const onward = request(new URL(url, server.endpoint), { method, headers }, (from) => {
    reply.writeHead(from.statusCode ?? 502, from.headers);
    from.pipe(reply);
  });
  onward.on("error", () => reply.destroy());
  call.pipe(onward);
}
