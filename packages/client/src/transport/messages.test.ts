import { generateWorld, getWorld, listWorlds, submitJob, uploadPart } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import {
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  ProtocolError,
} from "../errors/errors.ts";
import { page, world } from "../test-support/calls.ts";
import type { Act } from "../test-support/scripted-fetch.ts";
import { scripted } from "../test-support/transport.ts";

describe("error messages", () => {
  const cases: [Act, new (...rest: never[]) => Error, RegExp][] = [
    [
      { status: 400, body: { status: "INVALID_ARGUMENT", details: { message: "bad page" } } },
      InvalidRequestError,
      /400 INVALID_ARGUMENT: bad page\. Change the request/,
    ],
    [
      { status: 403, body: { status: "PERMISSION_DENIED", message: "no permission" } },
      PermissionError,
      /another account/,
    ],
    [
      { status: 404, body: { status: "NOT_FOUND", message: "project not exist" } },
      NotFoundError,
      /project not exist\. Check the id/,
    ],
    [
      { status: 404, body: "<h1>nginx</h1>", headers: { "content-type": "text/html" } },
      NotFoundError,
      /check the base URL\. https:\/\/gateway\.example\/global\/world\/v1\/list was called/,
    ],
    [{ status: 405, body: "" }, InvalidRequestError, /check the base URL/],
    [
      { status: 301, headers: { location: "https://other.example/x" } },
      ProtocolError,
      /a redirect to https:\/\/other\.example\/x\. .* Set the base URL/,
    ],
    [{ status: 200, body: { result: "none", hasMore: 1 } }, ProtocolError, /\$\.result: expected a list, found string/],
    [
      { status: 200, body: "<html>login</html>", headers: { "content-type": "text/html" } },
      ProtocolError,
      /found a page \(text\/html: <html>login<\/html>\)\. Is the base URL/,
    ],
    [{ status: 418, body: { code: 418 } }, InvalidRequestError, /418: it gives no reason/],
  ];
  for (const [act, type, message] of cases) {
    test(`${JSON.stringify(act).slice(0, 60)} is ${type.name}`, async () => {
      const { transport, outcome } = scripted([act]);
      const { error } = await outcome(transport.call(listWorlds, { body: {} }));
      expect(error).toBeInstanceOf(type);
      expect((error as Error).message).toMatch(message);
      expect(error).toMatchObject({ endpoint: "worlds.list" });
    });
  }

  test("business code and reason are properties of the error", async () => {
    const body = {
      code: 400,
      message: "insufficient credits to complete task",
      status: "FAILED_PRECONDITION",
      details: { reason: "BIZ_11003", domain: "world", message: "no credits", metaData: { bizCode: "11003" } },
    };
    const { transport, outcome } = scripted([{ status: 400, body }]);
    const { error } = await outcome(transport.call(generateWorld, world));
    expect(error).toMatchObject({ status: 400, bizCode: "11003", reason: "no credits", endpoint: "worlds.generate" });
    expect((error as Error).message).toMatch(/not enough credits for this task: add credits/);
  });

  test("http where https is needed", async () => {
    const { transport, outcome } = scripted([{ status: 308, headers: { location: "https://gateway.example/" } }], {
      baseUrl: "http://gateway.example",
      logger: { warn: () => {} },
    });
    const { error } = await outcome(transport.call(listWorlds, { body: {} }));
    expect((error as Error).message).toContain("Use https in the base URL: https://gateway.example.");
  });

  test("text of a server is truncated, and safe for a terminal", async () => {
    const message = `\u001b[2J\u202e${"x".repeat(100_000)}`;
    const { transport, outcome } = scripted([{ status: 400, body: { message } }]);
    const { error } = await outcome(transport.call(listWorlds, { body: {} }));
    expect((error as Error).message.length).toBeLessThan(600);
    expect((error as Error).message).toContain(String.raw`\u{1b}[2J\u{202e}xxx`);
  });

  test("an invalid request is reported before anything is sent, with its path", async () => {
    const { transport, sent, outcome } = scripted([page]);
    const wrong: (() => Promise<unknown>)[] = [
      () => transport.call(submitJob, { body: { requestId: "a b", usdContent: "" } }),
      () => transport.call(listWorlds, { body: { pageSize: 0 } }),
      () => transport.call(getWorld, { path: { worldId: ".." } }),
      () => transport.call(getWorld, {} as never),
      () => transport.call(getWorld, { path: { worldId: "w" }, body: {} } as never),
      () => transport.call(listWorlds, { body: {} }, { traceparent: "x\r\ny: z" }),
      () => transport.call(uploadPart, { form: { taskId: "t", partNumber: 0 } }),
      () => transport.call(listWorlds, { body: {} }, { upload: { url: "https://u.example", token: "token" } }),
      () => transport.fetchFile("ftp://files.example/a"),
      () => transport.fetchFile("https://["),
    ];
    const messages: string[] = [];
    for (const call of wrong) {
      const { error } = await outcome(call());
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error).toMatchObject({ status: undefined });
      messages.push((error as Error).message);
    }
    expect(messages[0]).toContain("body.usdContent: expected a scene");
    expect(messages[2]).toContain("path.worldId");
    expect(sent).toHaveLength(0);
  });

  test("the upload host's own errors", async () => {
    const { transport, sent, outcome } = scripted([{ status: 200, body: { c: 1203, m: "no such task", d: null } }]);
    const upload = { url: "https://upload.example", token: "token-0123456789" };
    const { error } = await outcome(transport.call(uploadPart, { form: { taskId: "t", partNumber: 0 } }, { upload }));
    expect(error).toMatchObject({ name: "InvalidRequestError", bizCode: "1203", reason: "no such task", status: 200 });
    expect(sent).toHaveLength(1);
    const refused = scripted([{ status: 401 }]);
    const again = await refused.outcome(
      refused.transport.call(uploadPart, { form: { taskId: "t", partNumber: 0 } }, { upload }),
    );
    expect(again.error).toMatchObject({
      name: "AuthenticationError",
      message: expect.stringContaining("upload token") as unknown,
    });
    expect(refused.sent).toHaveLength(1);
  });
});

test("a failed connection is reported with a hint", async () => {
  const { transport, outcome } = scripted([{ fail: "refused" }]);
  const { error } = await outcome(transport.call(listWorlds, { body: {} }));
  expect(error).toBeInstanceOf(ConnectionError);
  expect((error as Error).message).toMatch(/could not be reached: connect ECONNREFUSED .* Check the base URL/);
  expect(error).toMatchObject({ cause: { code: "ECONNREFUSED" } });
});
