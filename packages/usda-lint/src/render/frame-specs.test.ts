import { UsageError } from "@usdkit/command/cli/errors";
import { expect, test } from "vitest";
import { parseFrames } from "./frame-specs.ts";

test.each([
  ["7", [7]],
  ["-3", [-3]],
  ["1:4", [1, 2, 3, 4]],
  ["4:1", [4, 3, 2, 1]],
  ["1:10x3", [1, 4, 7, 10]],
  ["10:1x-4", [10, 6, 2]],
  ["0:1x0.25", [0, 0.25, 0.5, 0.75, 1]],
  ["0:0.3x0.1", [0, 0.1, 0.2, 0.30000000000000004]],
  ["101, 105:107 ,-1:0", [101, 105, 106, 107, -1, 0]],
  ["5:5", [5]],
])("%s", (text, frames) => {
  expect(parseFrames(text)).toEqual(frames);
});

test.each(["", "a", "1:", ":3", "1:3x", "1:3x0", "1:3x-1", "3:1x1", "1..3", "1:2:3", "1,,2", "1e3", "0:1000000"])(
  "%j is rejected",
  (text) => {
    expect(() => parseFrames(text)).toThrow(UsageError);
  },
);
