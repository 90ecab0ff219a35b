import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { uploadCredentialSchema } from "./get-upload-token.ts";
import { uploadInitReplySchema } from "./init-upload.ts";
import { makeUploadRefusal, uploadEnvelopeSchema, uploadRefusalSchema } from "./upload-envelope.ts";
import { uploadPartCount, uploadPartRange } from "./upload-parts.ts";
import { uploadPartReplySchema } from "./upload-part.ts";

const envelope = uploadEnvelopeSchema(z.looseObject({ taskId: z.string() }));
const places = (schema: z.ZodType, value: unknown): string[] | undefined =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join("."));

describe("envelope", () => {
  test("of a success contains the payload", () => {
    expect(envelope.parse({ c: 0, d: { taskId: "1", more: 2 }, other: 3 })).toEqual({
      c: 0,
      d: { taskId: "1", more: 2 },
      other: 3,
    });
    expect(places(envelope, { c: 0, d: { taskId: 1 } })).toEqual(["d.taskId"]);
    expect(places(envelope, { c: 0, d: null })).toEqual(["d"]);
    expect(places(envelope, { c: 0 })).toEqual(["d"]);
    expect(places(envelope, { d: { taskId: "1" } })).toEqual(["c"]);
    expect(places(envelope, { c: "0", d: { taskId: "1" } })).toEqual(["c"]);
    expect(places(envelope, null)).toEqual([""]);
  });

  test("of a part has no payload", () => {
    expect(places(uploadPartReplySchema, { c: 0, d: null })).toBeUndefined();
    expect(places(uploadPartReplySchema, { c: 0 })).toBeUndefined();
  });

  test("of an error may contain anything", () => {
    fc.assert(
      fc.property(
        fc.integer().filter((c) => c !== 0),
        fc.jsonValue(),
        (c, d) => {
          expect(envelope.parse({ c, d, m: "no" })).toEqual({ c, d: null, m: "no" });
        },
      ),
    );
    const refusal = makeUploadRefusal(401, "the token is not known");
    expect(envelope.parse(refusal)).toEqual(refusal);
    expect(uploadRefusalSchema.parse(refusal)).toEqual(refusal);
  });
});

describe("parts", () => {
  test("cover every byte once, in order", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 45 }), fc.integer({ min: 1, max: 300 }), (size, parts) => {
        const blockSize = Math.ceil(size / parts);
        const count = uploadPartCount(size, blockSize);
        let end = 0;
        for (let part = 0; part < count; part++) {
          const range = uploadPartRange(part, size, blockSize);
          expect(range.start).toBe(end);
          expect(range.end).toBeGreaterThan(range.start);
          expect(range.end - range.start).toBeLessThanOrEqual(blockSize);
          end = range.end;
        }
        expect(end).toBe(size);
      }),
    );
  });

  test.each([
    [1, 8, 1],
    [8, 8, 1],
    [9, 8, 2],
    [16, 8, 2],
  ])("%i bytes in blocks of %i are %i", (size, blockSize, count) => {
    expect(uploadPartCount(size, blockSize)).toBe(count);
  });

  test("that are missing are required, unless the file is deduplicated", () => {
    const place = (d: object): string[] | undefined =>
      places(uploadInitReplySchema, { c: 0, d: { taskId: "1", ...d } });
    expect(place({ lackBlocks: [] })).toBeUndefined();
    expect(place({ deduplicated: true, lackBlocks: null })).toBeUndefined();
    expect(place({ deduplicated: true })).toBeUndefined();
    expect(place({})).toEqual(["d.lackBlocks"]);
    expect(place({ deduplicated: false })).toEqual(["d.lackBlocks"]);
    expect(place({ lackBlocks: [-1] })).toEqual(["d.lackBlocks.0"]);
    expect(place({ lackBlocks: ["1"] })).toEqual(["d.lackBlocks.0"]);
  });
});

test("an unusable credential is rejected", () => {
  const good = { ousToken: "t", globalDomain: "https://upload.example", blockSize: 1 };
  expect(places(uploadCredentialSchema, good)).toBeUndefined();
  expect(places(uploadCredentialSchema, { ...good, blockSize: 0 })).toEqual(["blockSize"]);
  expect(places(uploadCredentialSchema, { ...good, globalDomain: "upload.example" })).toEqual(["globalDomain"]);
  expect(places(uploadCredentialSchema, { ...good, ousToken: "" })).toEqual(["ousToken"]);
});
