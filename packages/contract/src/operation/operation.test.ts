import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { makeOperationError, operationErrorSchema, operationSchema } from "./operation.ts";
import { taskStatuses } from "./task.ts";

const schema = operationSchema(z.looseObject({ url: z.string() }));
const issue = (value: unknown): string | undefined => schema.safeParse(value).error?.issues[0]?.path.join(".");

describe("operations", () => {
  test("continue with null or absent fields", () => {
    expect(schema.parse({ operationId: "1", metaData: null, done: false, result: null, error: null })).toBeDefined();
    expect(schema.parse({ operationId: "1", done: false })).toEqual({ operationId: "1", done: false });
  });

  test("that are done have a result or an error", () => {
    expect(issue({ operationId: "1", done: true, result: { url: "u" } })).toBeUndefined();
    expect(issue({ operationId: "1", done: true, error: {} })).toBeUndefined();
    expect(issue({ operationId: "1", done: true })).toBe("result");
    expect(issue({ operationId: "1", done: true, result: null, error: null })).toBe("result");
  });

  test("report the path of an invalid value", () => {
    expect(issue({ done: false })).toBe("operationId");
    expect(issue({ operationId: "", done: false })).toBe("operationId");
    expect(issue({ operationId: "1" })).toBe("done");
    expect(issue({ operationId: "1", done: "true" })).toBe("done");
    expect(issue({ operationId: "1", done: true, result: {} })).toBe("result.url");
    expect(issue([])).toBe("");
  });

  test("keep the content of metaData, if there is any", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (metaData) => {
        expect(schema.parse({ operationId: "1", metaData, done: false })).toEqual({
          operationId: "1",
          metaData,
          done: false,
        });
      }),
    );
  });
});

test("an error is made with every field of spec 2.7", () => {
  const error = makeOperationError("internal", "rendercloud", "no mesh has the id chair-01");
  expect(error).toEqual({
    code: 500,
    message: "no mesh has the id chair-01",
    status: "INTERNAL",
    details: { reason: "BIZ_10500", domain: "rendercloud" },
  });
  expect(operationErrorSchema.parse(error)).toEqual(error);
});

test("tasks have the states of worlds", () => {
  expect(taskStatuses).toEqual(["RUNNING", "SUCCEEDED", "FAILED"]);
});
