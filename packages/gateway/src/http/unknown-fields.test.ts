import {
  createTextTo3d,
  generateWorld,
  getJob,
  initUpload,
  listWorlds,
  reconstructWorld,
  submitJob,
} from "@usdkit/contract";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Gateway } from "../gateway.ts";
import { call, gatewayForTest, scene } from "../test-support/caller.ts";
import { dropNulls, ignoredHeader, parseKnown } from "./unknown-fields.ts";

describe("fields of a request", () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await gatewayForTest();
  });
  afterAll(() => gateway.close());

  test("that are unknown are ignored and listed in a header", async () => {
    const body = { requestId: "unknown", usdContent: scene(), template: 1, "a b\r\nx: ü": {} };
    const answer = await call(gateway.url, submitJob, { body, query: {} });
    expect(answer.status).toBe(202);
    expect(answer.headers.get("x-usdkit-ignored")).toBe("body.template, body.a%20b%0D%0Ax%3A%20%C3%BC");
    const poll = await call(gateway.url, getJob, { body: { operationId: answer.body.operationId, requestId: "r" } });
    expect(poll.status).toBe(200);
    expect(poll.headers.get("x-usdkit-ignored")).toBe("body.requestId");
    expect((await call(gateway.url, listWorlds, { body: {} })).headers.has("x-usdkit-ignored")).toBe(false);
  });

  test("are ignored in entries and queries too; rules between fields still apply", async () => {
    const resources = [{ url: "https://example.com/a.png", type: "image", weight: 2 }];
    const few = await call(gateway.url, reconstructWorld, { body: { resources, mood: "dark" } });
    expect(few.status).toBe(400);
    expect(few.body.details.message).toContain("at least 20 images");
    const list = await fetch(`${gateway.url}${listWorlds.path}?verbose=1`, {
      method: "POST",
      headers: { authorization: "key-of-ada", "content-type": "application/json" },
      body: "{}",
    });
    expect(list.status).toBe(200);
  });

  test("that are null count as absent", async () => {
    const made = await call(gateway.url, generateWorld, { body: { prompt: "a room", name: null, resources: null } });
    expect([made.status, made.headers.get("x-usdkit-ignored")]).toEqual([200, null]);
    const needed = await call(gateway.url, createTextTo3d, { body: { prompt: null } });
    expect(needed.status).toBe(400);
    expect(needed.body.details.message).toContain("body.prompt");
    const page = await call(gateway.url, listWorlds, { body: { pageNum: null, pageSize: null, statusList: null } });
    expect(page.status).toBe(200);
  });

  test("make a request invalid with --strict, as does null", async () => {
    await using strict = await gatewayForTest({ strict: true });
    const body = { requestId: "r", usdContent: scene(), template: 1 };
    const refused = await call(strict.url, submitJob, { body });
    expect(refused.status).toBe(400);
    expect(refused.body.details.message).toContain("template");
    const both = await call(strict.url, submitJob, { body: { ...body, operationId: "x" } });
    expect(both.body.details.message).toContain("requestId");
    const query = { md5: "0".repeat(32), size: 1, blocks: 1, name: "a.ply", more: "1" };
    expect((await call(strict.url, initUpload, { query })).status).toBe(401);
    const withNull = await call(strict.url, generateWorld, { body: { prompt: "a room", cover: null } });
    expect(withNull.status).toBe(400);
    expect(withNull.body.details.message).toContain("cover");
  });
});

describe("parseKnown", () => {
  const schema = z.strictObject({
    a: z.int(),
    list: z.array(z.strictObject({ b: z.string().optional() })).optional(),
  });

  test("parses as if without the unknown fields, and lists each once", () => {
    const known = fc.record({ a: fc.integer(), list: fc.array(fc.record({ b: fc.string() })) });
    const name = fc.string().filter((text) => !["a", "b", "list"].includes(text));
    fc.assert(
      fc.property(known, fc.uniqueArray(name), fc.uniqueArray(name), (value, outer, inner) => {
        const given = JSON.parse(JSON.stringify(value)) as typeof value;
        const add = (to: object, names: readonly string[]): void =>
          names.forEach((each) => Object.defineProperty(to, each, { value: 1, enumerable: true, configurable: true }));
        add(given, outer);
        for (const entry of given.list) add(entry, inner);
        const seen: string[] = [];
        const parsed = parseKnown(schema, given, (path) => seen.push(path.join("\0")));
        expect(parsed.data).toEqual(value);
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toHaveLength(outer.length + inner.length * value.list.length);
      }),
    );
  });

  test("keeps the problems of known fields", () => {
    const parsed = parseKnown(schema, { a: "x", more: 1 }, () => undefined);
    expect(parsed.error?.issues).toMatchObject([{ path: ["a"] }]);
  });
});

test("removes nulls of objects at every depth, keeps those of arrays", () => {
  const value = JSON.parse('{"a":null,"b":[null,{"c":null,"d":1}],"e":{"f":{"g":null}}}') as unknown;
  dropNulls(value);
  expect(value).toEqual({ b: [null, { d: 1 }], e: { f: {} } });
  const deep = JSON.parse(`${'{"a":'.repeat(50_000)}null${"}".repeat(50_000)}`) as unknown;
  expect(() => dropNulls(deep)).not.toThrow();
});

test("header values are short visible ASCII for any names", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 300 }), { maxLength: 100 }), (names) => {
      const value = ignoredHeader(names);
      expect(value).toMatch(/^[\x20-\x7e]*$/);
      expect(value.length).toBeLessThan(8192);
    }),
  );
});
