import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BAD } from "../test-support/run-command.ts";
import { allFindings, hostileReport, RAW, render, reportOf } from "../test-support/render-report.ts";
import { html } from "./html.ts";
import { htmlFrame } from "./html-frame.ts";
import { LineIndex } from "@usdkit/validate";

const TAG =
  /^<(?:!DOCTYPE html|\/?(?:html|head|title|style|body|main|header|details|summary|article|h1|h3|p|code|pre|span|bdi|mark|table|thead|tbody|tr|th|td|div|label|strong|a|br|meta|input|img|ul|li)(?: [a-z-]+="[^"<>]*")*(?: checked| open)?(?: \/)?)>$/;

test("whatever is found, it is only the tags of the page itself, an article a finding, and nothing raw", () => {
  fc.assert(
    fc.property(fc.array(hostileReport, { maxLength: 3 }), (reports) => {
      const page = render(html, reports);
      const [before, style, after] = page.split(/<style>|<\/style>/);
      expect(style).not.toContain("<");
      const text = `${before}${after}`;
      expect(text.replaceAll("\t", "")).not.toMatch(RAW);
      const tags = text.match(/<[^>]*>/g) ?? [];
      for (const tag of tags) expect(tag).toMatch(TAG);
      expect(text.replaceAll(/<[^>]*>/g, "")).not.toMatch(/[<>]/);
      expect(tags.filter((tag) => tag.startsWith("<article"))).toHaveLength(allFindings(reports).length);
      const depth = (name: string): number =>
        tags.filter((tag) => tag.startsWith(`<${name}`)).length - tags.filter((tag) => tag === `</${name}>`).length;
      for (const name of ["span", "mark", "code", "pre", "article", "details", "summary", "table", "bdi", "main"]) {
        expect([name, depth(name)]).toEqual([name, 0]);
      }
    }),
  );
});

test("the policy allows no script and only the style of the page", () => {
  const page = render(html, [reportOf("bad.usda", BAD)]);
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; base-uri 'none'; form-action 'none'$/,
  );
  expect(page).not.toContain("<script");
  expect(page).not.toMatch(/style="|https?:/);
});

describe("frames", () => {
  const frame = (text: string | Uint8Array, start: number, end: number, context = 1): string => {
    const source = typeof text === "string" ? new TextEncoder().encode(text) : text;
    const lines = htmlFrame({ source, lines: new LineIndex(source), range: { start, end }, context });
    return lines.replaceAll(/<span class="number">(\d+|⋮)<\/span>/g, "$1│").replaceAll(/<(?!\/?mark)[^>]*>/g, "");
  };
  test("lines around, the place marked", () => {
    expect(frame("one\ntwo three\nfour\nfive\n", 8, 13)).toBe("1│one\n2│two <mark>three</mark>\n3│four\n");
    expect(frame("one\n", 0, 3)).toBe("1│<mark>one</mark>\n");
    expect(frame("", 0, 0)).toBe('1│<mark class="point"></mark>\n');
    expect(frame("a\nb", 3, 3)).toBe('1│a\n2│b<mark class="point"></mark>\n');
  });
  test("a place of several lines; of very many the first", () => {
    expect(frame("a\r\nb\nc\nd\n", 0, 5)).toBe("1│<mark>a</mark>\n2│<mark>b</mark>\n3│c\n");
    expect(frame("a\n\t b\n\n  c", 0, 10, 0)).toBe("1│<mark>a</mark>\n2│\t <mark>b</mark>\n3│\n4│  <mark>c</mark>\n");
    const long = frame("x\n".repeat(100), 0, 200);
    expect(long.split("\n")).toHaveLength(14);
    expect(long).toMatch(/12│<mark>x<\/mark>\n⋮│\n$/);
  });
  test("of a very long line what is near, cut between characters", () => {
    const text = `${"é".repeat(5000)}HERE${"文".repeat(5000)}`;
    const shown = frame(text, 10_000, 10_004);
    expect(shown).toMatch(/^1│…é+<mark>HERE<\/mark>文+…\n$/);
    expect(shown.length).toBeLessThan(300);
    expect(frame(text, 0, 25_000).length).toBeLessThan(300);
  });
  test("bytes that are not text, and text that is markup", () => {
    expect(frame(Uint8Array.of(0x3c, 0xff, 0x26, 9, 0x1b), 1, 2)).toBe("1│&lt;<mark>\\xff</mark>&amp;\t\\x1b\n");
  });
});
