import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readStatus } from "./stream-status.ts";

test("a code keeps its digits, as a number and as text", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.boolean(), (code, isNumber) => {
      const text = `{"code":${isNumber ? code : `"${code}"`}}`;
      expect(readStatus(text, String)).toMatchObject({ code: String(code), text });
    }),
  );
});

test.each(['{"code":1.5}', '{"code":1e3000}', '{"code":null}', '{"code":', "[]", "1790432158836457473"])(
  "%s has no code",
  (text) => expect(readStatus(text, String).code).toBeUndefined(),
);
