import * as fc from "fast-check";
import { expect, test } from "vitest";
import { indexOfText, lastIndexOfText, latin1Text, searchText, utf8Length } from "./byte-text.ts";

const bytes = fc.uint8Array({ maxLength: 60 });
/** Few different characters, so that substrings repeat. */
const text = fc.stringMatching(/^[ab<é]{0,4}$/);
const content = fc.oneof(
  bytes,
  fc.stringMatching(/^[ab<é]{0,30}$/).map((each) => new TextEncoder().encode(each)),
);

test("the same offsets as Node's Buffer", () => {
  fc.assert(
    fc.property(content, text, fc.nat(40), (source, wanted, from) => {
      const buffer = Buffer.from(source);
      if (from <= source.length) {
        const expected = buffer.indexOf(wanted, from);
        expect(indexOfText(source, wanted, from)).toBe(expected);
        expect(searchText(source, wanted, from)).toBe(expected);
      }
      expect(lastIndexOfText(source, wanted)).toBe(buffer.lastIndexOf(wanted));
    }),
  );
});

test("one character for each byte, also of long texts", () => {
  const source = Uint8Array.from({ length: 10_000 }, (_, i) => i);
  expect(latin1Text(source)).toBe(Buffer.from(source).toString("latin1"));
  fc.assert(fc.property(fc.string({ unit: "binary" }), (each) => utf8Length(each) === Buffer.byteLength(each)));
});
