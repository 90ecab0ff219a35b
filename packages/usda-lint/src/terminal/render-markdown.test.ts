import * as fc from "fast-check";
import { expect, test } from "vitest";
import { textWidth } from "./display-width.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { createStyle } from "@usdkit/command/terminal/style";
import { wrap } from "./wrap.ts";

const show = (markdown: string, columns = 40, color = false): string =>
  renderMarkdown(markdown, { style: createStyle(color), columns });

test("headings, paragraphs, lists", () => {
  expect(show("# Title\n\nOne two three four five six seven\neight nine.\n\n## Part\n- a `b c`\n- d\n  e\n")).toBe(
    "Title\n\nOne two three four five six seven eight\nnine.\n\nPart\n\n- a `b c`\n- d e\n",
  );
});

test("code unchanged, with longer fences around shorter ones", () => {
  expect(show("````usda\n# no heading\n```\n\n| no table |\n````\nafter")).toBe(
    "    # no heading\n    ```\n\n    | no table |\n\nafter\n",
  );
  expect(show("```\nnever closed")).toBe("    never closed\n");
});

test("tables line up, the last column is wrapped", () => {
  expect(
    show("|  |  |\n| --- | --- |\n| a | b |\n| long | one two three four five six seven |\n| x \\| y |  |\n"),
  ).toBe("  a      b\n  long   one two three four five six\n         seven\n  x | y\n");
});

test("code, strong text and links in colour and without", () => {
  expect(show("`a` **b** [c](http://d)")).toBe("`a` b c (http://d)\n");
  expect(show("a \\<b> \\*\\*c\\*\\* \\[d\\](e) `\\<`")).toBe("a <b> **c** [d](e) `\\<`\n");
  expect(show("`a` **b**", 40, true)).toBe("\x1b[36ma\x1b[39m \x1b[1mb\x1b[22m\n");
});

test("nothing raw reaches the terminal, whatever it is", () => {
  expect(show("\x1b[31m \u202e")).toBe("\\x1b[31m \\u202e\n");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(show(text)).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});

test("wrapped lines fit, and nothing is lost", () => {
  const words = fc.array(fc.constantFrom("a", "word", "`code span`", "文字", "`", "longer-than-most-words"), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 40 }), (parts, columns) => {
      const text = parts.join(" ");
      const lines = wrap(text, columns);
      expect(lines.join(" ").replaceAll(/\s+/g, " ").trim()).toBe(text.replaceAll(/\s+/g, " ").trim());
      for (const line of lines) {
        const isOneWord = !line.replaceAll(/`[^`]*`/g, "x").includes(" ");
        expect(isOneWord || textWidth(line) <= columns).toBe(true);
      }
    }),
  );
});
