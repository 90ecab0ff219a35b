import { expect, test } from "vitest";
import { UsageError } from "@usdkit/command/cli/errors";
import { imageFormat, parseBackground, parseSize, parseTime } from "./image-arguments.ts";

test("sizes are two whole numbers", () => {
  expect(parseSize("1280x720")).toStrictEqual({ width: 1280, height: 720 });
  expect(parseSize("1X1")).toStrictEqual({ width: 1, height: 1 });
  expect(parseSize(undefined)).toBeUndefined();
  for (const text of ["", "1280", "0x5", "-1x5", "1.5x2", "12x34x56", "1e3x5", "9999999x1"]) {
    expect(() => parseSize(text)).toThrow(UsageError);
  }
});

test("backgrounds are colors of six or eight digits", () => {
  expect(parseBackground("#ff0080")).toStrictEqual([1, 0, 128 / 255, 1]);
  expect(parseBackground("FFFFFF00")).toStrictEqual([1, 1, 1, 0]);
  expect(parseBackground(undefined)).toBeUndefined();
  for (const text of ["", "#fff", "white", "#ff008", "#gg0000", "##ff0000"]) {
    expect(() => parseBackground(text)).toThrow(UsageError);
  }
});

test("the extension determines the format", () => {
  const names = ["a.png", "b/c.PNG", "d.jpg", "e.JPEG", "f.webp", "g.GIF"];
  expect(names.map(imageFormat)).toStrictEqual(["png", "png", "jpeg", "jpeg", "webp", "gif"]);
  for (const name of ["a", "png", "a.tif", "a.png.txt"]) expect(() => imageFormat(name)).toThrow(UsageError);
});

test("a time code is any number", () => {
  expect([undefined, "0", "-1.5", "1e3"].map(parseTime)).toStrictEqual([undefined, 0, -1.5, 1000]);
  for (const text of ["", " ", "now", "Infinity"]) expect(() => parseTime(text)).toThrow(UsageError);
});
