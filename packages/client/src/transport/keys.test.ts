import { closeStream, listWorlds, submitJob, uploadPart } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import { AuthenticationError } from "../errors/errors.ts";
import { job, page } from "../test-support/calls.ts";
import type { Act } from "../test-support/scripted-fetch.ts";
import { everythingOf, KEY, scripted } from "../test-support/transport.ts";

describe("the key", () => {
  test("a 401 reads the key again, once for all calls, and retries once", async () => {
    let reads = 0;
    const { transport, sent, outcome } = scripted(
      ({ headers }) => (headers["authorization"] === "key-number-2" ? page : { status: 401 }),
      { apiKey: () => Promise.resolve(`key-number-${++reads}`) },
    );
    const all = Promise.all(Array.from({ length: 5 }, () => transport.call(listWorlds, { body: {} })));
    expect((await outcome(all)).error).toBeUndefined();
    expect(reads).toBe(2);
    expect(sent).toHaveLength(10);
  });

  test("a second 401 is an AuthenticationError", async () => {
    for (const apiKey of [KEY, () => KEY]) {
      const { transport, sent, outcome } = scripted([{ status: 401, body: { status: "UNAUTHENTICATED" } }], { apiKey });
      const { error } = await outcome(transport.call(submitJob, job));
      expect(error).toBeInstanceOf(AuthenticationError);
      expect(sent).toHaveLength(2);
    }
  });

  test("a key that cannot be read, or sent in a header, is reported before anything is sent", async () => {
    const bad: (() => string | Promise<string>)[] = [
      () => "",
      () => "two\nlines",
      () => "Bearer abc",
      () => " abc",
      () => {
        throw new Error("vault says key-0123456789 is sealed");
      },
      () => Promise.reject(new Error("no")),
    ];
    for (const apiKey of bad) {
      const { transport, sent, outcome } = scripted([page], { apiKey });
      const { error } = await outcome(transport.call(listWorlds, { body: {} }));
      expect(error).toBeInstanceOf(AuthenticationError);
      expect(String(error)).not.toMatch(/abc|two|key-0123456789/);
      expect(sent).toHaveLength(0);
    }
  });

  test("a failed read is not cached", async () => {
    let reads = 0;
    const { transport, outcome } = scripted([page], {
      apiKey: () => (++reads === 1 ? Promise.reject(new Error("not yet")) : KEY),
    });
    expect((await outcome(transport.call(listWorlds, { body: {} }))).error).toBeInstanceOf(AuthenticationError);
    expect((await outcome(transport.call(listWorlds, { body: {} }))).error).toBeUndefined();
  });

  test("DELETE: 404 counts as done", async () => {
    const { transport, sent, outcome } = scripted([{ fail: "reset" }, { status: 404 }]);
    expect(await outcome(transport.call(closeStream, { path: { sessionId: "s" } }))).toEqual({ value: undefined });
    expect(sent).toHaveLength(2);
  });
});

describe("destinations of keys", () => {
  test("the key goes to the gateway, the token to the upload host, neither to file hosts", async () => {
    const { transport, sent, outcome } = scripted(({ url }) =>
      url.hostname === "gateway.example" ? page : { status: 200, body: { c: 0, d: null } },
    );
    const upload = { url: "https://upload.example", token: "token-0123456789", file: new Blob(["abc"]) };
    await outcome(transport.call(listWorlds, { body: {} }));
    await outcome(transport.call(uploadPart, { form: { taskId: "t", partNumber: 0 } }, { upload }));
    await outcome(transport.fetchFile("https://gateway.example/files/a.png"));
    expect(sent.map(({ headers }) => [headers["authorization"], headers["ous-token-v2"]])).toEqual([
      [KEY, undefined],
      [undefined, "token-0123456789"],
      [undefined, undefined],
    ]);
  });

  test("a form has its fields before the file, which is application/octet-stream", async () => {
    const { transport, sent, outcome } = scripted([{ status: 200, body: { c: 0, d: null } }]);
    const file = new Blob(["abc"], { type: "image/png" });
    const upload = { url: "https://upload.example/base/", token: "token-0123456789", file, fileName: "a.png" };
    await outcome(transport.call(uploadPart, { form: { taskId: "t", partNumber: 0 } }, { upload }));
    const form = sent[0]?.body as FormData;
    expect([...form.keys()]).toEqual(["taskId", "partNumber", "file"]);
    expect(form.get("file")).toMatchObject({ name: "a.png", type: "application/octet-stream", size: 3 });
    expect(sent[0]?.url.href).toBe("https://upload.example/base/ous/api/v2/block/upload/part");
    expect(sent[0]?.headers["content-type"]).toBeUndefined();
  });

  test("echoed secrets are redacted in errors and in the log", async () => {
    const token = 'token"with+odd/letters';
    const echo = `you sent ${KEY}, ${token}, ${JSON.stringify(token)} and ${encodeURIComponent(token)}`;
    const acts: Act[] = [
      { status: 400, body: { message: echo, status: echo, details: { reason: echo, metaData: { bizCode: echo } } } },
      { status: 500, body: echo },
      { status: 200, body: `<html>${echo}</html>` },
      { status: 200, body: { c: 7, m: echo } },
      { status: 302, headers: { location: `https://other.example/${encodeURIComponent(echo)}` } },
      { status: 302, headers: { location: `https://other.example/${token}` } },
    ];
    const upload = { url: "https://upload.example", token };
    for (const act of acts) {
      const { transport, log, outcome } = scripted([act], { retry: false });
      const { error } = await outcome(transport.call(uploadPart, { form: { taskId: "t", partNumber: 0 } }, { upload }));
      expect(error).toBeInstanceOf(Error);
      const other = await outcome(transport.call(listWorlds, { body: {} }));
      const said = JSON.stringify([everythingOf(error), everythingOf(other.error), log]);
      expect(said).not.toContain(KEY);
      expect(said).not.toMatch(/with\+odd|with%2Bodd/);
      expect(said).toContain("[redacted]");
    }
  });
});
