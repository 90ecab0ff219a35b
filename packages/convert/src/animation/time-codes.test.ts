import { expect, test } from "vitest";
import type { AnimationModel } from "../model/animation.ts";
import { timeScale } from "./time-codes.ts";

function animationOf(seconds: readonly number[]): AnimationModel {
  const channel = {
    source: "",
    node: 0,
    target: "translation",
    size: 3,
    values: new Float32Array(3 * seconds.length),
  } as const;
  return {
    name: "",
    source: "",
    channels: [{ ...channel, times: Float32Array.from(seconds), interpolation: "linear" }],
  };
}

test.each([
  ["24 frames", [0, 1 / 24, 7 / 24], 24],
  ["30 frames", [0, 1 / 30, 0.5], 30],
  ["60 frames", [0, 1 / 60], 60],
  ["no usual rate", [0, 0.0123], 24],
])("keys at %s a second", (_, seconds, perSecond) => {
  const scale = timeScale([animationOf(seconds)], undefined);
  expect(scale.perSecond).toBe(perSecond);
  if (perSecond !== 24 || seconds.length === 3) {
    for (const time of seconds) expect(Number.isInteger(scale.codeOf(Math.fround(time)))).toBe(true);
  }
});

test("a rate may be given", () => {
  const scale = timeScale([animationOf([0, 1 / 30])], 100);
  expect([scale.perSecond, scale.codeOf(0.5), scale.codeOf(0.1234)]).toEqual([100, 50, 12.34]);
});
