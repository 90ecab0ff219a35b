import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { examples } from "../examples/examples.ts";
import { endpointList } from "../registry/endpoints.ts";
import {
  gen3dTaskSchema,
  jobOperationSchema,
  readReply,
  streamOperationSchema,
  uploadInitReplySchema,
  uploadPartReplySchema,
  uploadStatusReplySchema,
  worldDetailSchema,
  worldPagedListSchema,
} from "../index.ts";

/** The value, or the paths of what is missing. */
function read(schema: Parameters<typeof readReply>[0], value: unknown, known?: object): unknown {
  const result = readReply(schema, value, known);
  return result.kind === "read" ? result.value : result.problems.map(({ path }) => path.join("."));
}

describe("a field that the next step does not need counts as absent", () => {
  test("an upload's size as text, a numeric id, lackBlocks as text", () => {
    const url = "https://files.example/a.jpg";
    const d = { taskId: 81, status: "5", url, size: "12", progress: "half", lackBlocks: "" };
    const reply = read(uploadStatusReplySchema, { c: "0", d, m: 7 });
    expect(reply).toEqual({ c: 0, d: { taskId: "81", status: 5, url, size: 12 } });
    expect((reply as { d: { raw: unknown } }).d.raw).toBe(d);
  });

  test.each(["", false, 0, [], true])("a world's error as %j", (error) => {
    const row = { worldId: "w", status: "SUCCEEDED" };
    expect(read(worldDetailSchema, { ...row, error })).toEqual(row);
  });

  test("an error that is a text is its own message", () => {
    expect(read(worldDetailSchema, { worldId: 7, status: "FAILED", error: "boom" })).toEqual({
      worldId: "7",
      status: "FAILED",
      error: { message: "boom" },
    });
  });

  test("the result of a running job or of a record without a model", () => {
    expect(read(jobOperationSchema, { operationId: 31, done: "false", result: { percent: 3 } })).toEqual({
      operationId: "31",
      done: false,
    });
    expect(read(gen3dTaskSchema, { taskId: "g", status: "SUCCEEDED", result: {} })).toEqual({
      taskId: "g",
      status: "SUCCEEDED",
    });
  });

  test("the code and the details of an operation's error, and its reason is kept", () => {
    const error = { code: "400", message: "no mesh", details: [] };
    expect(read(jobOperationSchema, { operationId: "j", done: true, error })).toEqual({
      operationId: "j",
      done: true,
      error: { code: 400, message: "no mesh" },
    });
  });

  test("a session's queue position", () => {
    const operation = { operationId: "s", done: false, result: { currentQueuePosition: "1", nodeId: 4, status: 3 } };
    expect(read(streamOperationSchema, operation)).toEqual({
      operationId: "s",
      done: false,
      result: { currentQueuePosition: 1, nodeId: "4" },
    });
  });

  test("one invalid row of a list", () => {
    const rows = [{ worldId: "a", status: "RUNNING" }, null, "b", { worldId: "c" }, { worldId: 4, status: "NEW" }];
    expect(read(worldPagedListSchema, { result: rows, hasMore: "yes" })).toEqual({
      result: [
        { worldId: "a", status: "RUNNING" },
        { worldId: "4", status: "NEW" },
      ],
    });
  });

  test("null as a list of rows is an empty list", () => {
    expect(read(worldPagedListSchema, { pageNum: 0, totalCount: 0, result: null })).toMatchObject({ result: [] });
  });

  test.each([{ count: 0 }, { count: "0", totalCount: 7 }, { totalCount: 0 }])(
    "a list that is absent is empty if the service counts no rows: %j",
    (counts) => {
      expect(read(worldPagedListSchema, { pageNum: 0, ...counts })).toMatchObject({ result: [] });
    },
  );

  test.each([{}, { count: 1 }, { count: null }, { hasMore: false }])("a list that is absent otherwise: %j", (page) => {
    expect(readReply(worldPagedListSchema, page)).toMatchObject({ kind: "unreadable" });
  });

  test("a list of numbers with something else in it", () => {
    const begun = (lackBlocks: unknown): unknown =>
      read(uploadInitReplySchema, { c: 0, d: { taskId: "u", lackBlocks } });
    expect(begun(["0", 1])).toEqual({ c: 0, d: { taskId: "u", lackBlocks: [0, 1] } });
    expect(begun([0, {}])).toEqual({ c: 0, d: { taskId: "u" } });
  });
});

describe("what is needed", () => {
  test("is reported with its path if it cannot be read", () => {
    expect(read(jobOperationSchema, { id: "j", done: false })).toEqual(["operationId"]);
    expect(read(jobOperationSchema, { operationId: "", done: "perhaps" })).toEqual(["operationId", "done"]);
    expect(read(uploadStatusReplySchema, { c: 0, d: { status: null } })).toEqual(["d.status"]);
    expect(read(uploadStatusReplySchema, { c: 0 })).toEqual(["d"]);
    expect(read(worldPagedListSchema, {})).toEqual(["result"]);
    expect(read(worldPagedListSchema, { result: "none" })).toEqual(["result"]);
    expect(read(worldPagedListSchema, [])).toEqual([""]);
  });

  test("may be known to the caller", () => {
    expect(read(jobOperationSchema, { operationId: {}, done: false }, { operationId: "j" })).toEqual({
      operationId: "j",
      done: false,
    });
    expect(read(jobOperationSchema, null, { operationId: "j" })).toEqual([""]);
  });

  test("is only c for an error reply, and for a part", () => {
    expect(read(uploadStatusReplySchema, { c: "4001", d: 5, m: "no" })).toEqual({ c: 4001, d: null, m: "no" });
    expect(read(uploadPartReplySchema, { c: 0, d: "taken" })).toEqual({ c: 0, d: "taken" });
    expect(read(uploadPartReplySchema, { d: null })).toEqual(["c"]);
  });
});

test("raw is the received value, on every record, and not in its JSON", () => {
  const value = { operationId: "j", done: true, result: { resultUrl: "u", more: 1 }, error: null };
  const operation = read(jobOperationSchema, value) as { readonly raw: unknown; readonly result: { raw: unknown } };
  expect(operation.raw).toBe(value);
  expect(operation.result.raw).toBe(value.result);
  expect(JSON.parse(JSON.stringify(operation))).toEqual(value);
});

const replies = endpointList.flatMap(([name, endpoint]) =>
  Object.entries(examples[name].replies as Readonly<Record<number, Readonly<Record<string, unknown>>>>).flatMap(
    ([status, byWords]) => {
      const reply = endpoint.replies[Number(status)];
      return reply?.content === "application/json"
        ? Object.entries(byWords).map(([words, value]) => [`${name} ${words}`, reply.schema, value] as const)
        : [];
    },
  ),
);

test.each(replies)("a right reply is read as it came: %s", (_, schema, value) => {
  expect(read(schema, value)).toEqual(value);
});

test.each(replies)("whatever the fields are, what is read passes or is named: %s", (_, schema, value) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 2 })), { maxLength: 4 }), (changes) => {
      const changed = structuredClone(value) as object;
      for (const [at, odd] of changes) change(changed, at, odd);
      const result = readReply(schema, changed);
      if (result.kind === "unreadable") expect(result.problems.length).toBeGreaterThan(0);
      // Reading twice changes nothing more.
      else expect(read(schema, result.value)).toEqual(result.value);
    }),
    { numRuns: 50 },
  );
});

function change(value: object, at: number, odd: unknown): void {
  const all = objectsIn(value);
  const target = all[at % all.length] as Record<string, unknown>;
  const names = Object.keys(target);
  target[names[at % Math.max(1, names.length)] ?? "x"] = structuredClone(odd);
}

function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
