import type { TimeSamples } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { describe, expect, it, test } from "vitest";
import { ByteBuilder } from "../encode/byte-builder.ts";
import { readUsdc } from "../read/read-usdc.ts";
import { addNested, addReps, END, readerOf } from "../test-support/added-values.ts";
import { writeUsdc } from "../write/write-usdc.ts";
import { CrateType } from "./crate-type.ts";
import type { ValueReader } from "./value-reader.ts";
import type { ValueRep } from "./value-rep.ts";
import { arrayRep, inlinedRep, offsetRep } from "./value-rep.ts";

const TEXT = '#usda 1.0\ndef "A"\n{\n    double a.timeSamples = { 1: 2.1, 2: 3.1, 4: 5.1 }\n}\n';

test("attributes with the same times share them", () => {
  const twice = TEXT.replace("}\n}", "}\n    double b.timeSamples = { 1: 7.1, 2: 8.1, 4: 9.1 }\n}");
  const { layer, ok } = readUsdc(writeUsdc(parseUsda(twice).layer));
  expect(ok).toBe(true);
  const times = layer.root.children[0].properties.map((property) =>
    property.specType === "attribute" ? property.timeSamples?.times : undefined,
  );
  expect([...(times[0] ?? [])]).toEqual([1, 2, 4]);
  expect(times[1]).toBe(times[0]);
});

test("time samples that have time samples as their times are reported, not followed", () => {
  const bytes = writeUsdc(parseUsda(TEXT).layer);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isTimes = (at: number): boolean => view.getUint32(at + 4, true) === CrateType.doubleVector << 16;
  const places = Array.from({ length: bytes.length - 8 }, (_, at) => at).filter(isTimes);
  expect(places.length).toBeGreaterThan(0);
  let rejected = 0;
  for (const at of places) {
    const original = bytes.slice();
    view.setUint32(at + 4, CrateType.timeSamples << 16, true);
    for (let payload = 88; payload < bytes.length; payload++) {
      view.setUint32(at, payload, true);
      const { ok, diagnostics } = readUsdc(bytes);
      if (diagnostics.some(({ message }) => message.includes("no list of times"))) rejected++;
      expect(ok).toBe(false);
    }
    bytes.set(original);
  }
  expect(rejected).toBeGreaterThan(0);
});

const int = (value: number): ValueRep => inlinedRep(CrateType.int, value);
/** Bytes of time samples with three values, up to what follows them. */
const SIZE = 56;

/** Samples at the start of what a test adds: the representation of their times, and three values. */
function samplesOf(
  times: ValueRep,
  behind: ByteBuilder,
  values: readonly ValueRep[] = [int(1), int(2), int(3)],
): ByteBuilder {
  const built = addNested(new ByteBuilder(), times).uint64(8).uint64(values.length);
  return addReps(built, ...values).append(behind.finish());
}

function listOf(...times: readonly number[]): ByteBuilder {
  const built = new ByteBuilder().uint64(times.length);
  for (const time of times) built.float64(time);
  return built;
}

function samplesAt(reader: ValueReader, offset: number = END): TimeSamples {
  const value = reader.read(offsetRep(CrateType.timeSamples, offset));
  if (value.kind !== "timeSamples") throw new Error(value.kind);
  return value.samples;
}

const data = (samples: TimeSamples): unknown =>
  [...samples.times].map((time, index) => {
    const value = samples.value(index);
    return [time, value.kind === "typed" ? value.data : value.kind];
  });

describe("the times of samples", () => {
  it.each([
    [
      "ascend",
      [1, 2, 3],
      [
        [1, 1],
        [2, 2],
        [3, 3],
      ],
    ],
    [
      "descend",
      [3, 2, 1],
      [
        [1, 3],
        [2, 2],
        [3, 1],
      ],
    ],
    [
      "ascend but for the last",
      [1, 3, 2],
      [
        [1, 1],
        [2, 3],
        [3, 2],
      ],
    ],
    [
      "ascend but for the first",
      [2, 1, 3],
      [
        [1, 2],
        [2, 1],
        [3, 3],
      ],
    ],
    [
      "are equal: the last counts",
      [2, 1, 2],
      [
        [1, 2],
        [2, 3],
      ],
    ],
    [
      "are equal in succession",
      [1, 1, 2],
      [
        [1, 2],
        [2, 3],
      ],
    ],
  ])("%s in the file, and ascend when they are read", (_, times, expected) => {
    const list = offsetRep(CrateType.doubleVector, END + SIZE);
    expect(data(samplesAt(readerOf(samplesOf(list, listOf(...times)))))).toEqual(expected);
    const array = arrayRep(CrateType.double, END + SIZE);
    expect(data(samplesAt(readerOf(samplesOf(array, listOf(...times)))))).toEqual(expected);
  });

  it("are read once for attributes that share a list", () => {
    const second = END + SIZE;
    const list = offsetRep(CrateType.doubleVector, second + SIZE);
    const reader = readerOf(samplesOf(list, samplesOf(list, listOf(3, 1, 2))));
    expect(samplesAt(reader, second).times).toBe(samplesAt(reader).times);
  });

  it("are read for each attribute that has a list of its own", () => {
    const [first, second] = [END + SIZE, END + SIZE + 32];
    const behind = listOf(1, 2, 3).append(
      samplesOf(arrayRep(CrateType.double, second + SIZE), listOf(7, 8, 9)).finish(),
    );
    const reader = readerOf(samplesOf(arrayRep(CrateType.double, first), behind));
    expect([...samplesAt(reader).times]).toEqual([1, 2, 3]);
    expect([...samplesAt(reader, second).times]).toEqual([7, 8, 9]);
  });

  it.each([
    ["a number", inlinedRep(CrateType.double, 0)],
    ["an array of floats", arrayRep(CrateType.float, 0)],
    ["a list of texts", offsetRep(CrateType.stringVector, END + SIZE)],
    ["an array of texts", arrayRep(CrateType.string, 0)],
    ["a dictionary", offsetRep(CrateType.dictionary, END + SIZE)],
  ])("are not %s", (_, rep) => {
    expect(() => samplesAt(readerOf(samplesOf(rep, listOf())))).toThrow(
      expect.objectContaining({
        offset: END,
        message: expect.stringContaining("Time samples have no list of times") as string,
      }),
    );
  });
});

describe("the values of samples", () => {
  const list = offsetRep(CrateType.doubleVector, END + SIZE);
  const read = (values: readonly ValueRep[], behind: ByteBuilder = new ByteBuilder()): unknown => {
    const damage: string[] = [];
    const reader = readerOf(samplesOf(list, listOf(1, 2, 3).append(behind.finish()), values), (error) =>
      damage.push(error.message),
    );
    return { values: data(samplesAt(reader)), damage };
  };
  /** Offset of what follows the list of times. */
  const BEHIND = END + SIZE + 32;

  it("are of any kind that an attribute may have", () => {
    const edit = { low: 0, high: (0x1000_0000 | (CrateType.int << 16)) >>> 0 };
    const [animationBlock, block] = [inlinedRep(CrateType.animationBlock, 0), inlinedRep(CrateType.valueBlock, 0)];
    expect(read([edit, animationBlock, block])).toEqual({
      values: [
        [1, "arrayEdit"],
        [2, "animationBlock"],
        [3, "block"],
      ],
      damage: [],
    });
    const behind = addNested(new ByteBuilder().uint64(0), inlinedRep(CrateType.string, 0));
    const [dictionary, text] = [
      offsetRep(CrateType.dictionary, BEHIND),
      offsetRep(CrateType.unregisteredValue, BEHIND + 8),
    ];
    expect(read([dictionary, text, int(7)], behind)).toEqual({
      values: [
        [1, "dictionary"],
        [2, "unregistered"],
        [3, 7],
      ],
      damage: [],
    });
  });

  it("are blocks if only fields may have their kind", () => {
    expect(
      read([offsetRep(CrateType.tokenVector, BEHIND), inlinedRep(CrateType.specifier, 0), int(7)], listOf()),
    ).toEqual({
      values: [
        [1, "block"],
        [2, "block"],
        [3, 7],
      ],
      damage: [],
    });
  });

  it("are blocks if they are damaged, which is reported", () => {
    expect(read([inlinedRep(CrateType.string, 9), int(6), int(7)])).toEqual({
      values: [
        [1, "block"],
        [2, 6],
        [3, 7],
      ],
      damage: [expect.stringContaining("String index 9 of 2")],
    });
  });
});

describe("time samples are inside of the file", () => {
  const list = offsetRep(CrateType.doubleVector, END + SIZE);
  const whole = samplesOf(list, listOf(1, 2, 3)).finish();
  /** The samples with another number of 64 bits at an offset. */
  const read = (at: number, value: bigint): TimeSamples => {
    const bytes = whole.slice();
    new DataView(bytes.buffer).setBigInt64(at, value, true);
    return samplesAt(readerOf(new ByteBuilder().append(bytes)));
  };

  it.each([
    ["the distance of the times", 0, 7n, `A nested value is 7 bytes further, expected 8 or more`, 0],
    ["the distance of the times, backwards", 0, -8n, `A nested value is -8 bytes further, expected 8 or more`, 0],
    ["the times", 0, 1000n, `A nested value needs 8 bytes at offset ${END + 1000}`, whole.length],
    ["the distance of the values", 16, 7n, "The values of time samples are 7 bytes further", 16],
    ["the number of values", 24, 2n, "Time samples have 3 times and 2 values", 16],
    ["the number of times", SIZE, 2n, "Time samples have 2 times and 3 values", 16],
    ["too many values", 24, 8n, "A list claims 8 elements of 8 bytes", 32],
    ["too many times", SIZE, 4n, "A list claims 4 elements of 8 bytes", SIZE + 8],
  ])("%s", (...[, at, value, problem, offset]) => {
    expect(() => read(at, value)).toThrow(
      expect.objectContaining({ offset: END + offset, message: expect.stringContaining(problem) as string }),
    );
  });
});
