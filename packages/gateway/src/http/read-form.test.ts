import { getUploadToken } from "@usdkit/contract";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Gateway } from "../gateway.ts";
import { answerOf, call, gatewayForTest, type Answer } from "../test-support/caller.ts";

const BOUNDARY = "usdkit";
const FILE_HEAD = 'Content-Disposition: form-data; name="file"; filename="a.ply"';
const FILE_HEAD_WITHOUT_NAME = 'Content-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream';

let gateway: Gateway;
let token = "";

beforeAll(async () => {
  gateway = await gatewayForTest();
  token = (await call(gateway.url, getUploadToken)).body.ousToken;
});
afterAll(async () => gateway.close());

/** Returns one part of a form: its header lines and its content. */
function part(head: string | Buffer, content: string): Buffer {
  return Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n`), Buffer.from(head), Buffer.from(`\r\n\r\n${content}\r\n`)]);
}

function send(parts: readonly Buffer[], end = `--${BOUNDARY}--\r\n`): Promise<Response> {
  return fetch(`${gateway.url}/ous/api/v2/single/upload`, {
    method: "POST",
    headers: { "ous-token-v2": token, "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([...parts, Buffer.from(end)]),
  });
}

const answerTo = async (...parts: Buffer[]): Promise<Answer> => answerOf(await send(parts));

/** Bytes of a name: arbitrary ones, any text in UTF-8, and names with a meaning in JavaScript or in forms. */
const name: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 120 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: "binary", maxLength: 60 }).map((text) => Buffer.from(text)),
  fc.constantFrom("__proto__", "constructor", "undefined", "x*", "").map((text) => Buffer.from(text)),
  fc.constant(Buffer.from("file")),
);

/** Header lines of a part, with or without a name, a file name and a content type. */
const head: fc.Arbitrary<Buffer> = fc
  .record({
    name: fc.option(name),
    fileName: fc.option(name),
    type: fc.constantFrom("", "application/octet-stream", "text/plain; charset", ";"),
  })
  .map((given) => {
    const parameter = (key: string, value: Buffer | null): readonly Buffer[] =>
      value === null ? [] : [Buffer.from(`; ${key}="`), value, Buffer.from('"')];
    return Buffer.concat([
      Buffer.from("Content-Disposition: form-data"),
      ...parameter("name", given.name),
      ...parameter("filename", given.fileName),
      Buffer.from(given.type === "" ? "" : `\r\nContent-Type: ${given.type}`),
    ]);
  });

describe("forms of single uploads", () => {
  test("a field whose name is not UTF-8 is ignored", async () => {
    const field = Buffer.concat([
      Buffer.from('Content-Disposition: form-data; name="'),
      Buffer.from("f18ea7a932c3b2f39084955e1af3a9a8aa467d", "hex"),
      Buffer.from('"'),
    ]);
    expect(await answerTo(part(field, "{}"), part(FILE_HEAD, "abc"))).toMatchObject({ status: 200, body: { c: 0 } });
  });

  test("a file without a file name gets the name file", async () => {
    expect(await answerTo(part(FILE_HEAD_WITHOUT_NAME, "abc"))).toMatchObject({ status: 200, body: { c: 0 } });
    const status = await fetch(`${gateway.url}/ous/api/v2/upload/status`, { headers: { "ous-token-v2": token } });
    expect(await status.json()).toMatchObject({ c: 0, d: { status: 5, name: "file", size: 3 } });
  });

  test("a file part without a name is named in the message", async () => {
    const { status, body } = await answerTo(part('Content-Disposition: form-data; filename="a"', "abc"));
    expect([status, body]).toEqual([200, { c: 400, d: null, m: 'form: expected a part named "file", found ""' }]);
  });

  test("an invalid field before a file that is cut off is answered", async () => {
    const field = part('Content-Disposition: form-data; name="x"', "1");
    const answer = await answerOf(await send([field, field, part(FILE_HEAD, "abc")], ""));
    expect([answer.status, answer.body.m]).toEqual([200, 'form: "x" is given twice']);
  });

  test("any names and headers of parts in any order: an answer of the upload host, never 500", async () => {
    const fields = fc.array(head, { maxLength: 3 });
    const file = fc.constantFrom(FILE_HEAD, FILE_HEAD_WITHOUT_NAME).map((text) => Buffer.from(text));
    await fc.assert(
      fc.asyncProperty(fields, file, fields, fc.boolean(), async (before, fileHead, after, isWhole) => {
        const bytes = [...before, fileHead, ...after].map((each) => part(each, "{}"));
        const { status, body } = await answerOf(await send(bytes, isWhole ? undefined : ""));
        expect(status).toBe(200);
        expect([0, 400]).toContain(body.c);
        if (body.c !== 0) expect(body.m).toMatch(/^form: /);
      }),
    );
  });
});
