import * as fc from "fast-check";
import { expect, test } from "vitest";
import { codeSpan, escapeMarkdown, linkTarget, plain } from "./markdown.ts";

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(
      "`",
      "[",
      "]",
      "(",
      ")",
      "<",
      ">",
      "!",
      "\n",
      "\u202e",
      "\u0000",
      "\\",
      " ",
      "a",
      "|",
      "*",
      "_",
    ),
  }),
);

test("escaped text has no character that begins markup, and no control character", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(escapeMarkdown(text).replace(/\\[\\`*_{}[\]()#+\-.!|<>~&:@$^="']/g, "")).not.toMatch(
        /[\\`*_{}[\]()#!|<>~&]/,
      );
      // oxlint-disable-next-line no-control-regex -- what must not be there
      expect(plain(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});

test("a code span ends where it should", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const span = codeSpan(text);
      const [fence = ""] = /^`+/.exec(span) ?? [];
      const inside = span.slice(fence.length, -fence.length);
      expect((inside.match(/`+/g) ?? []).every((run) => run.length !== fence.length)).toBe(true);
      expect(inside).not.toContain("\n");
    }),
  );
});

test("a link's target ends nothing", () => {
  expect(linkTarget("file:///a b)(<x>`.png")).toBe("file:///a%20b%29%28%3cx%3e%60.png");
});

test("long text is cut", () => {
  expect(plain("x".repeat(10_000)).length).toBe(301);
});
