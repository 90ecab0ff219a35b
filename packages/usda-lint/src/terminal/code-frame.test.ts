import { LineIndex } from "@usdkit/validate";
import { expect, test } from "vitest";
import { codeFrame } from "./code-frame.ts";
import { createStyle } from "@usdkit/command/terminal/style";

/** Returns the frame around the text between « and » in `marked`. */
function frame(marked: string | Uint8Array, columns = 60, context = 1): string[] {
  const bytes = typeof marked === "string" ? Buffer.from(marked) : Buffer.from(marked);
  const open = bytes.indexOf("«");
  const close = bytes.indexOf("»");
  const source = Buffer.concat([bytes.subarray(0, open), bytes.subarray(open + 2, close), bytes.subarray(close + 2)]);
  return codeFrame({
    source,
    lines: new LineIndex(source),
    range: { start: open, end: close - 2 },
    context,
    columns,
    style: createStyle(false),
    paint: (text) => text,
  });
}

test("one line before, one after, the place underlined", () => {
  expect(frame("one\ntwo «three» four\nfive\nsix")).toEqual([
    "  1 │ one",
    "> 2 │ two three four",
    "    │     ^^^^^",
    "  3 │ five",
  ]);
});

test("a place without length, at the end of the text", () => {
  expect(frame("one\n«»")).toEqual(["  1 │ one", "> 2 │", "    │ ^"]);
});

test("of a place of several lines the first is underlined", () => {
  expect(frame("a «b\nc» d", 60, 0)).toEqual(["> 1 │ a b", "    │   ^"]);
});

test("carets are below the marked text: tabs, wide characters, escapes, bytes that are not UTF-8", () => {
  expect(frame("\ta\t«x»", 60, 0)).toEqual(["> 1 │     a   x", "    │         ^"]);
  expect(frame("会議 «室»x", 60, 0)).toEqual(["> 1 │ 会議 室x", "    │      ^^"]);
  expect(frame("\x1b[0m «x\u202e»", 60, 0)).toEqual(["> 1 │ \\x1b[0m x\\u202e", "    │         ^^^^^^^"]);
  const bytes = Buffer.concat([Buffer.from("a"), Buffer.from([0xe4, 0xff]), Buffer.from("«b»")]);
  expect(frame(bytes, 60, 0)).toEqual(["> 1 │ a\\xe4\\xffb", "    │          ^"]);
});

test("CRLF leaves no trace", () => {
  expect(frame("one\r\n«two»\r\nthree\r\n")).toEqual(["  1 │ one", "> 2 │ two", "    │ ^^^", "  3 │ three"]);
});

test("long lines are cut around the place", () => {
  const [line = "", carets = ""] = frame(`${"0123456789".repeat(40)}«here»${"abcdefghij".repeat(40)}`, 60, 0);
  expect(line.length).toBeLessThanOrEqual(60);
  expect(line).toMatch(/^> 1 │ ….*here.*…$/);
  expect(line.indexOf("here")).toBe(carets.indexOf("^"));
  expect(carets.trim()).toMatch(/\^{4}$/);
});

test("a line of megabytes costs nothing", () => {
  const before = process.cpuUsage();
  const [line = ""] = frame(`${"(1, 2, 3), ".repeat(1_000_000)}«x»${"(1, 2, 3), ".repeat(100_000)}`, 80, 0);
  expect(line.length).toBeLessThanOrEqual(80);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
});

test("the end of a long line", () => {
  const [line = "", carets = ""] = frame(`${"x".repeat(500)}«»`, 60, 0);
  expect(line.length).toBeLessThanOrEqual(60);
  expect(carets.indexOf("^")).toBe(line.length);
});
