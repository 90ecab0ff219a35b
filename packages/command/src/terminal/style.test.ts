import { expect, test } from "vitest";
import { createStyle, wantsColor } from "./style.ts";

const terminal = (): boolean => true;
const pipe = (): boolean => false;

test("the flag wins, then FORCE_COLOR, then NO_COLOR, then the terminal", () => {
  expect(wantsColor(undefined, terminal, {})).toBe(true);
  expect(wantsColor(undefined, pipe, {})).toBe(false);
  expect(wantsColor(undefined, terminal, { TERM: "dumb" })).toBe(false);
  expect(wantsColor(undefined, terminal, { NO_COLOR: "1" })).toBe(false);
  expect(wantsColor(undefined, terminal, { NO_COLOR: "" })).toBe(true);
  expect(wantsColor(undefined, pipe, { FORCE_COLOR: "1" })).toBe(true);
  expect(wantsColor(undefined, pipe, { FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(true);
  expect(wantsColor(undefined, terminal, { FORCE_COLOR: "0" })).toBe(false);
  expect(wantsColor(true, pipe, { NO_COLOR: "1" })).toBe(true);
  expect(wantsColor(false, terminal, { FORCE_COLOR: "1" })).toBe(false);
});

test("without colours text stays as it is", () => {
  expect(createStyle(false).red("x")).toBe("x");
  expect(createStyle(true).red("x")).toBe("\x1b[31mx\x1b[39m");
  expect(createStyle(true).red("")).toBe("");
});
