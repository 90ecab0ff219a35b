/**
 * Property of reading: random replies in which only the required fields are valid give the same results as valid
 * ones.
 */
import { findEndpoint } from "@usdkit/contract";
import { isOptional, mapMembers } from "@usdkit/contract/variants";
import * as fc from "fast-check";
import { SpatialClient } from "../node-client.ts";
import { settle, VirtualClock } from "@usdkit/test-service/time/virtual-clock";

interface Case {
  readonly name: string;
  /** Valid replies, by the endpoint's id. */
  readonly replies: Readonly<Record<string, object>>;
  /** Runs a journey, and returns the values that must not depend on the rest of the replies. */
  readonly go: (client: SpatialClient) => Promise<unknown>;
  readonly gives: unknown;
}

const running = { metaData: null, done: false, result: null, error: null };
const over = { metaData: null, done: true, error: null };
const times = { progress: 1, error: null, createTime: 1, updateTime: 2 };
const connection = { host: "h:1", nodeId: "n", streamId: "s", token: "t" };
const usdContent = "I3VzZGEgMS4wCg==";
const url = "https://files.example/a.glb";

const reasonOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "it succeeded",
    (error: { readonly name: string; readonly reason?: string }) => `${error.name}: ${error.reason}`,
  );

const cases: readonly Case[] = [
  {
    name: "a job",
    replies: {
      "jobs.submit": { operationId: "j-1", ...running },
      "jobs.get": { operationId: "j-1", ...over, result: { taskId: "j-1", resultUrl: url } },
    },
    go: async ({ jobs }) => (await (await jobs.submit({ usdContent })).result()).resultUrl,
    gives: url,
  },
  {
    name: "a job that failed",
    replies: {
      "jobs.get": {
        operationId: "j-1",
        metaData: null,
        done: true,
        result: null,
        error: { code: 400, message: "no mesh", status: "X", details: { reason: "BIZ_1", domain: "d" } },
      },
    },
    go: ({ jobs }) => reasonOf(jobs.follow("j-1").result()),
    gives: "OperationFailedError: no mesh",
  },
  {
    name: "a session",
    replies: {
      "streams.create": { operationId: "s-1", ...running, result: { status: "QUEUED", currentQueuePosition: 1 } },
      "streams.get": {
        operationId: "s-1",
        ...over,
        result: { sessionId: "s-1", status: "ACTIVE", currentQueuePosition: 0, ...connection },
      },
      "streams.push": { operationId: "s-1", ...over, result: { sessionId: "s-1", status: "ACTIVE" } },
    },
    go: async ({ streams }) => {
      const session = await streams.create({ usdContent });
      const { host, nodeId, streamId, token } = await session.result();
      await streams.push(session.id, usdContent);
      return { host, nodeId, streamId, token };
    },
    gives: connection,
  },
  {
    name: "a world",
    replies: {
      "worlds.generate": { worldId: "w-1" },
      "worlds.get": {
        worldId: "w-1",
        name: "Room",
        cover: url,
        scene: "indoor",
        status: "SUCCEEDED",
        ...times,
        assets: { splats: { urls: { plyPath: url, spzPath: url, lodMetaPath: url } }, semanticsMetadata: {} },
      },
    },
    go: async ({ worlds }) => {
      const world = await (await worlds.generate({ prompt: "a" })).result();
      return world.assets?.splats?.urls?.plyPath;
    },
    gives: url,
  },
  {
    name: "a list",
    replies: {
      "worlds.list": {
        pageNum: 0,
        pageSize: 20,
        count: 2,
        totalCount: 2,
        hasMore: false,
        result: ["a", "b"].map((worldId) => ({ worldId, name: "n", status: "RUNNING", createTime: 1, progress: 0 })),
      },
    },
    // Random counts could request more pages.
    go: async ({ worlds }) => {
      const ids: string[] = [];
      for await (const { worldId } of worlds.list({ pages: 1 })) ids.push(worldId);
      return ids;
    },
    gives: ["a", "b"],
  },
  {
    name: "a mesh",
    replies: {
      "meshes.ingest": { taskId: "t-1" },
      "meshes.get": { taskId: "t-1", type: "mesh", status: "SUCCEEDED", ...times, meshId: "m-1" },
    },
    go: async ({ meshes }) => (await (await meshes.ingest({ fileUrl: url })).result()).meshId,
    gives: "m-1",
  },
  {
    name: "a model",
    replies: {
      "gen3d.textTo3d": { taskId: "t-1" },
      "gen3d.get": {
        taskId: "t-1",
        type: "x",
        status: "SUCCEEDED",
        ...times,
        result: { modelUrl: url, format: "glb" },
      },
    },
    go: async ({ gen3d }) => (await (await gen3d.textTo3d({ prompt: "a" })).result()).result?.modelUrl,
    gives: url,
  },
  {
    name: "an upload",
    replies: {
      "assets.token": { ousToken: "t", globalDomain: "https://upload.example", blockSize: 2 },
      "assets.uploadInit": {
        c: 0,
        d: { taskId: "u-1", lackBlocks: [0, 1], progress: 0, deduplicated: false },
        m: null,
      },
      "assets.uploadPart": { c: 0, d: null, m: null },
      "assets.uploadStatus": {
        c: 0,
        d: { taskId: "u-1", status: 5, url, name: "a.jpg", size: 3, lackBlocks: [], progress: 1 },
        m: null,
      },
    },
    go: async ({ assets }) => (await assets.upload(new Uint8Array(3), { name: "a.jpg" })).url,
    gives: url,
  },
];

/** Random changes of the optional fields, in the order of occurrence. */
interface Oddities {
  readonly values: readonly unknown[];
  readonly extra: boolean;
}

const ABSENT = "nothing at all";
const odd = fc.oneof(
  fc.constantFrom<unknown>(ABSENT, null, "", "0", 0, -1, 1.5, true, false, [], {}, [null], "ACTIVE", { message: "?" }),
  fc.jsonValue({ maxDepth: 2 }),
);
const oddities: fc.Arbitrary<Oddities> = fc.record({
  values: fc.array(odd, { minLength: 1, maxLength: 12 }),
  extra: fc.boolean(),
});

/** A random lackBlocks may list parts that do not exist, and no file can continue from such an answer. */
const isMeaningful = (path: string): boolean => path === "d.lackBlocks";

function distort(body: object, endpoint: string, { values, extra }: Oddities): unknown {
  let next = 0;
  const changed = mapMembers(body, (member, path) => {
    if (!isOptional(endpoint, path)) return member;
    const value = values[next++ % values.length];
    if (value === ABSENT) return undefined;
    return isMeaningful(path) && Array.isArray(value) ? null : value;
  });
  return extra ? { ...(changed as object), "x-new": values } : changed;
}

/**
 * Checks the property on that many replies.
 *
 * @throws The counterexample.
 */
export async function checkReplyLaw(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...cases), oddities, async ({ replies, go, gives, name }, how) => {
      const clock = new VirtualClock();
      const fetch = async (address: string, init: RequestInit): Promise<Response> => {
        const { pathname } = new URL(address);
        const json = init.body instanceof Uint8Array ? (JSON.parse(Buffer.from(init.body).toString()) as unknown) : {};
        if (init.body instanceof ReadableStream) await new Response(init.body).arrayBuffer();
        const match = findEndpoint(init.method ?? "", pathname, json);
        const id = match.kind === "found" ? match.endpoint.id : "";
        const body = replies[id];
        return body === undefined ? new Response(null, { status: 404 }) : Response.json(distort(body, id, how));
      };
      const client = new SpatialClient({ baseUrl: "https://gateway.example", apiKey: "key", clock, fetch });
      let outcome: { readonly value?: unknown; readonly error?: unknown } | undefined;
      go(client).then(
        (value) => (outcome = { value }),
        (error: unknown) => (outcome = { error }),
      );
      for (let round = 0; outcome === undefined; round++) {
        for (let idle = 0; idle < 3; idle++) await settle();
        clock.step();
        if (round > 2000) throw new Error(`${name} does not end`);
      }
      if (JSON.stringify(outcome.value) === JSON.stringify(gives)) return;
      throw new Error(`${name} gave ${JSON.stringify(outcome.value)}: ${String(outcome.error)}`);
    }),
    { numRuns },
  );
}
