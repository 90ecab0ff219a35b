import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AnimationChannel, ChannelTarget, KeyInterpolation } from "../model/animation.ts";
import { keyAt } from "@usdkit/assets/gltf-parts";
import { evaluateChannel, halfway } from "./evaluate.ts";
import { sampleChannel, type ChannelSamples } from "./sample-channel.ts";

interface Keys {
  readonly target: ChannelTarget;
  readonly interpolation: KeyInterpolation;
  readonly steps: readonly number[];
  readonly numbers: readonly number[];
}

function channelOf({ target, interpolation, steps, numbers }: Keys): AnimationChannel {
  const size = target === "rotation" ? 4 : 3;
  let time = 0;
  const times = Float32Array.from(steps, (step) => (time += step));
  const perKey = (interpolation === "cubic" ? 3 : 1) * size;
  const values = Float32Array.from({ length: perKey * steps.length }, (_, i) => numbers[i % numbers.length]);
  for (let i = 0; target === "rotation" && i < values.length; i += 4) values[i] += 3;
  return { source: "", node: 0, target, times, size, values, interpolation };
}

/** The value between samples, as readers make it. */
function valueAt({ times, values, size }: ChannelSamples, time: number, isRotation: boolean): Float64Array {
  const key = Math.max(0, keyAt(times, time));
  const next = Math.min(key + 1, times.length - 1);
  const share = next === key ? 0 : Math.min(1, Math.max(0, (time - times[key]) / (times[next] - times[key])));
  const out = new Float64Array(size);
  const at = (index: number): Float64Array => values.subarray(index * size, (index + 1) * size);
  halfway(at(key), at(next), { isRotation, share }, out);
  return out;
}

const keys = fc.record({
  target: fc.constantFrom<ChannelTarget>("translation", "rotation", "scale"),
  interpolation: fc.constantFrom<KeyInterpolation>("step", "linear", "cubic"),
  steps: fc.array(fc.double({ min: 0.01, max: 2, noNaN: true }), { minLength: 1, maxLength: 6 }),
  numbers: fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 1, maxLength: 40 }),
});

describe("samples of a channel", () => {
  test("are the channel at every time, but for the moment before a step", () => {
    fc.assert(
      fc.property(keys, fc.double({ min: -0.1, max: 1.1, noNaN: true }), (each, share) => {
        const channel = channelOf(each);
        const time = share * channel.times[channel.times.length - 1];
        const isNearStep = channel.interpolation === "step" && channel.times.some((t) => t > time && t - time < 2e-4);
        fc.pre(!isNearStep);
        const exact = new Float64Array(channel.size);
        evaluateChannel(channel, time, exact);
        const sampled = valueAt(sampleChannel(channel), time, channel.target === "rotation");
        const sign =
          channel.target === "rotation" && exact.some((v, k) => Math.abs(v + sampled[k]) < 1e-3 && Math.abs(v) > 0.1)
            ? -1
            : 1;
        const largest = channel.target === "rotation" ? 1 : Math.max(1, ...channel.values.map(Math.abs));
        for (let k = 0; k < channel.size; k++)
          expect(Math.abs(sampled[k] - sign * exact[k])).toBeLessThan(1e-3 * largest);
      }),
    );
  });

  test("ascend, and begin and end with the keys", () => {
    fc.assert(
      fc.property(keys, (each) => {
        const { times: keyTimes } = channelOf(each);
        const { times } = sampleChannel(channelOf(each));
        expect(times[0]).toBe(keyTimes[0]);
        expect(times.at(-1)).toBe(keyTimes.at(-1));
        expect(times.every((time, i) => i === 0 || time > times[i - 1])).toBe(true);
      }),
    );
  });
});

test("rotations take the shorter arc", () => {
  const channel = channelOf({ target: "rotation", interpolation: "linear", steps: [0.001, 1], numbers: [0] });
  channel.values.set([1, 0, 0, 0, -Math.SQRT1_2, 0, 0, -Math.SQRT1_2]);
  const out = new Float64Array(4);
  evaluateChannel(channel, 0.501, out);
  expect(Array.from(out, (value) => Number(value.toFixed(5)))).toEqual([0.92388, 0, 0, 0.38268]);
});

test("a curve between two keys far apart is as exact as asked for", () => {
  const values = Float32Array.of(0, 0, 0, 0, 0, 0, 50, 0, 0, 0, 0, 0, 900, 0, 0, 0, 0, 0);
  const times = Float32Array.of(0, 100);
  const channel = {
    source: "",
    node: 0,
    target: "translation",
    times,
    size: 3,
    values,
    interpolation: "cubic",
  } as const;
  const largest = 900;
  for (const tolerance of [1e-3, 1e-4, 1e-5]) {
    const samples = sampleChannel(channel, tolerance);
    const exact = new Float64Array(3);
    let most = 0;
    for (let time = 0; time <= 100; time += 0.0371) {
      evaluateChannel(channel, time, exact);
      most = Math.max(most, Math.abs(valueAt(samples, time, false)[0] - exact[0]));
    }
    expect(most).toBeLessThan(1.5 * tolerance * largest);
  }
  expect(sampleChannel(channel, 1e-4).times.length).toBeLessThan(sampleChannel(channel).times.length / 2);
});
