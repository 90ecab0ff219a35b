import * as fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { EndpointRequest, ReplyOf, RequestOf } from "../endpoint/endpoint.ts";
import { examples } from "../examples/examples.ts";
import type { JobOperation } from "../render/job-operation.ts";
import type { RenderSceneRequest } from "../render/scene-request.ts";
import { endpointList, endpoints, type EndpointName } from "./endpoints.ts";

/** Every row of the tables of spec 4, by hand. Two rows have two requests each. */
const rows = [
  "GET gateway /global/asset/v1/token key: assets.token",
  "POST upload /ous/api/v2/single/upload upload-token: assets.uploadSingle",
  "POST upload /ous/api/v2/block/upload/init upload-token: assets.uploadInit",
  "POST upload /ous/api/v2/block/upload/part upload-token: assets.uploadPart",
  "GET upload /ous/api/v2/upload/status upload-token: assets.uploadStatus",
  "POST gateway /global/world/v1/reconstructions key: worlds.reconstruct",
  "POST gateway /global/world/v1/generations key: worlds.generate",
  "GET gateway /global/world/v1/{worldId} key: worlds.get",
  "POST gateway /global/world/v1/list key: worlds.list",
  "GET gateway /global/rendercloud/v1/openusd-format open: renderFormat",
  "POST gateway /global/rendercloud/v1/jobs key: jobs.submit",
  "POST gateway /global/rendercloud/v1/jobs key: jobs.get",
  "POST gateway /global/rendercloud/v1/streams key: streams.create",
  "POST gateway /global/rendercloud/v1/streams key: streams.get",
  "POST gateway /global/rendercloud/v1/streams/{sessionId}:push key: streams.push",
  "DELETE gateway /global/rendercloud/v1/streams/{sessionId} key: streams.close",
  "POST gateway /global/rendercloud/v1/mesh-upload-process/task/create key: meshes.ingest",
  "GET gateway /global/rendercloud/v1/mesh-upload-process/task/get key: meshes.get",
  "POST gateway /global/gen3d/v1/generate/img-to-3d/task/create key: gen3d.imageTo3d",
  "POST gateway /global/gen3d/v1/generate/text-to-3d/task/create key: gen3d.textTo3d",
  "POST gateway /global/gen3d/v1/generate/material-transfer/task/create key: gen3d.materialTransfer",
  "GET gateway /global/gen3d/v1/generate/task/get key: gen3d.get",
];

/** What a second send may do, by client behaviour: whatever creates something is not safe. */
const repetitions: Readonly<Record<string, string>> = {
  "jobs.submit": "guarded",
  "streams.create": "unguarded",
  "worlds.reconstruct": "unguarded",
  "worlds.generate": "unguarded",
  "meshes.ingest": "unguarded",
  "gen3d.imageTo3d": "unguarded",
  "gen3d.textTo3d": "unguarded",
  "gen3d.materialTransfer": "unguarded",
};

/** The statuses of good answers and of errors that the specification names, without 401, which every key can give. */
const statuses: Readonly<Record<string, readonly [number, ...number[]]>> = {
  "assets.token": [200, 400],
  "worlds.reconstruct": [200, 400, 429],
  "worlds.generate": [200, 400],
  "worlds.get": [200, 400, 403, 404],
  "worlds.list": [200, 400],
  "jobs.submit": [202, 400, 409, 429, 500],
  "jobs.get": [200, 400, 404, 429, 500],
  "streams.create": [202, 400, 429, 500],
  "streams.get": [200, 400, 404, 429, 500],
  "streams.push": [200, 400, 404, 409],
  "streams.close": [204, 404],
};

/** What each request cannot do without: of an endpoint, or of one of its examples where rules go over several fields. */
const needed: Readonly<Record<string, readonly string[]>> = {
  initUpload: ["md5", "blocks", "size", "name"],
  uploadPart: ["taskId", "partNumber"],
  reconstructWorld: ["resources"],
  "generateWorld: prompt": ["prompt"],
  getWorld: ["worldId"],
  submitJob: ["requestId", "usdContent"],
  getJob: ["operationId"],
  createStream: ["requestId", "usdContent"],
  getStream: ["operationId"],
  pushStream: ["sessionId", "usdContent"],
  closeStream: ["sessionId"],
  ingestMesh: ["fileUrl"],
  getMeshTask: ["taskId"],
  createImageTo3d: ["imageUrl"],
  createTextTo3d: ["prompt"],
  createMaterialTransfer: ["modelUrl"],
  getGen3dTask: ["taskId"],
};

test("the registry has exactly the rows of the specification", () => {
  const found = endpointList.map(
    ([, { method, host, path, access, id }]) => `${method} ${host} ${path} ${access}: ${id}`,
  );
  expect(found.toSorted()).toEqual(rows.toSorted());
});

test.each(endpointList)("%s says what a second send may do, and its statuses", (_, endpoint) => {
  expect(endpoint.repetition).toBe(repetitions[endpoint.id] ?? "safe");
  const [good, ...errors] = statuses[endpoint.id] ?? [200];
  expect(Object.keys(endpoint.replies)).toEqual([String(good)]);
  expect(endpoint.errors).toEqual(expect.arrayContaining([...errors, ...(endpoint.access === "open" ? [] : [401])]));
  expect(endpoint.errors).toEqual([...new Set(endpoint.errors)].toSorted((a, b) => a - b));
  expect(endpoint.source).toMatch(/^spec 4\.[1-4]$/);
});

test("points that the specification leaves open are marked", () => {
  // Spec 4.4 shows nothing but method, path and purpose; 4.1 no form fields.
  const silent = endpointList.filter(([, { source, request }]) => source === "spec 4.4" || request.form !== undefined);
  for (const [name, { open, replies }] of silent) {
    const texts = [open, ...Object.values(replies).map((reply) => reply.open ?? open)];
    expect({ name, unmarked: texts.filter((text) => !text?.includes("Ours: ")) }).toEqual({ name, unmarked: [] });
  }
  expect(silent.length).toBeGreaterThanOrEqual(8);
});

const requests = endpointList.flatMap(([name, endpoint]) =>
  Object.entries(examples[name].requests).map(
    ([words, request]) => [`${name}: ${words}`, endpoint, request as EndpointRequest] as const,
  ),
);
const replies = endpointList.flatMap(([name, endpoint]) =>
  Object.entries(examples[name].replies).flatMap(([status, byWords]) =>
    Object.entries(byWords as Readonly<Record<string, unknown>>).map(
      ([words, reply]) => [`${name}: ${words}`, endpoint.replies[Number(status)]?.schema, reply] as const,
    ),
  ),
);
const objects = replies.filter(([, , reply]) => typeof reply === "object");

describe("requests", () => {
  test.each(requests)("%s", (_, endpoint, request) => {
    for (const [part, value] of Object.entries(request) as [keyof EndpointRequest, object][]) {
      const schema = endpoint.request[part];
      expect(schema?.parse(value)).toEqual(value);
      const result = schema?.safeParse({ ...value, notAField: 1 });
      expect(result?.error?.issues).toMatchObject([{ code: "unrecognized_keys", keys: ["notAField"] }]);
    }
  });

  test.each(endpointList)(
    "%s: each part that it has is in an example, and no part of an example is without a schema",
    (name, endpoint) => {
      const given = new Set(Object.values(examples[name].requests).flatMap((request) => Object.keys(request)));
      // The service shows no query of the status poll.
      const own = Object.keys(endpoint.request).filter((part) => name !== "getUploadStatus" || part !== "query");
      expect([...given].toSorted()).toEqual(own.toSorted());
    },
  );

  test.each(requests)("%s: what is required cannot be left out", (name, endpoint, request) => {
    const required: string[] = [];
    for (const [part, value] of Object.entries(request) as [keyof EndpointRequest, Record<string, unknown>][]) {
      for (const field of Object.keys(value)) {
        const { [field]: _, ...rest } = value;
        if (endpoint.request[part]?.safeParse(rest).success === false) required.push(field);
      }
    }
    expect(required).toEqual(needed[name] ?? needed[name.split(":")[0] ?? ""] ?? []);
  });
});

describe("replies", () => {
  test.each(replies)("%s", (_, schema, reply) => {
    expect(schema?.parse(reply)).toEqual(reply);
  });

  const unknownField = fc.tuple(
    fc.string().map((text) => `x-${text}`),
    fc.jsonValue(),
    fc.nat(),
  );

  test.each(objects)("%s: unknown fields are kept, at every depth", (_, schema, reply) => {
    fc.assert(
      fc.property(unknownField, ([field, value, at]) => {
        const copy = structuredClone(reply) as object;
        const all = objectsIn(copy);
        Object.assign(all[at % all.length] ?? copy, { [field]: value });
        expect(schema?.parse(copy)).toEqual(copy);
      }),
      { numRuns: 30 },
    );
  });

  test.each(objects)("%s: unknown statuses pass as they stand", (_, schema, reply) => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), (text, number) => {
        fc.pre(text !== "ACTIVE");
        const copy = structuredClone(reply) as object;
        for (const each of objectsIn(copy)) {
          if (!("status" in each)) continue;
          each.status = typeof each.status === "string" ? text : number;
        }
        expect(schema?.parse(copy)).toEqual(copy);
      }),
      { numRuns: 30 },
    );
  });

  test("text and empty bodies are read", () => {
    const format = endpoints.getRenderFormat.replies[200]?.schema;
    expect(format?.safeParse({}).success).toBe(false);
    const closed = endpoints.closeStream.replies[204]?.schema;
    expect(closed?.parse(undefined)).toBeUndefined();
  });
});

test("request and reply types are inferred from an endpoint", () => {
  expectTypeOf<RequestOf<typeof endpoints.submitJob>>().toEqualTypeOf<{ readonly body: RenderSceneRequest }>();
  expectTypeOf<ReplyOf<typeof endpoints.submitJob>>().toEqualTypeOf<JobOperation>();
  expectTypeOf<RequestOf<typeof endpoints.reconstructWorld>>().toHaveProperty("headers");
  expectTypeOf<"submitJob">().toExtend<EndpointName>();
  expect(Object.keys(endpoints)).toHaveLength(rows.length);
});

/** Every object in a value that is no list, itself included. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : [value];
  return [...own, ...Object.values(value).flatMap(objectsIn)];
}
