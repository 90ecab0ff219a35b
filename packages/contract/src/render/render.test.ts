import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { examples } from "../examples/examples.ts";
import { limits } from "../fields/limits.ts";
import { renderSceneRequestSchema, sceneDoubts } from "./scene-request.ts";
import { connectionOf, streamResultSchema } from "./stream-operation.ts";

const active = examples.getStream.replies[200]?.["active"]?.result ?? {};

describe("a session", () => {
  test("that is ACTIVE has what its WebSocket needs", () => {
    expect(connectionOf(active)).toEqual({
      host: "node-1.example:8443",
      nodeId: "node/1",
      streamId: "st-5",
      token: "c2Vzc2lvbg==",
    });
  });

  test.each(["host", "nodeId", "streamId", "token"])("that is ACTIVE without %s does not fit", (name) => {
    for (const value of [undefined, null, ""]) {
      const { error } = streamResultSchema.safeParse({ ...active, [name]: value });
      expect(error?.issues.map(({ path }) => path)).toEqual([[name]]);
      // Once it is there it is for those who read the service's answers; others get no connection.
      expect(value === "" || connectionOf({ ...active, [name]: value }) === undefined).toBe(true);
    }
  });

  test.each(["QUEUED", "STARTING", "PAUSED", null])("that is %s has no connection yet", (status) => {
    expect(streamResultSchema.parse({ status, currentQueuePosition: 1 })).toEqual({ status, currentQueuePosition: 1 });
    expect(connectionOf({ ...active, status })).toBeUndefined();
  });
});

describe("a requestId", () => {
  const usdContent = "I3VzZGEgMS4wCg==";
  const most = limits.requestIdLength;
  const accepts = (requestId: string): boolean => renderSceneRequestSchema.safeParse({ requestId, usdContent }).success;

  test("is any text that is not empty; one of other than 1 to 128 visible ASCII characters is a doubt", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: most + 2 }), (requestId) => {
        expect(accepts(requestId)).toBe(true);
        const isPlain = /^[!-~]{1,128}$/.test(requestId);
        expect(sceneDoubts({ requestId, usdContent })).toHaveLength(isPlain ? 0 : 1);
      }),
    );
    expect(sceneDoubts({ requestId: "~".repeat(most), usdContent })).toEqual([]);
    expect(sceneDoubts({ requestId: "~".repeat(most + 1), usdContent })).toHaveLength(1);
    expect(accepts("")).toBe(false);
  });
});
