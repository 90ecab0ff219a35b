// Splines: what each version of their block has, and what is damaged in it.

import { valueTypes, type Spline } from "@usdkit/layer";
import { describe, expect, it } from "vitest";
import { ByteBuilder } from "../encode/byte-builder.ts";
import { END, readerOf } from "../test-support/added-values.ts";
import { CrateType } from "./crate-type.ts";
import { offsetRep } from "./value-rep.ts";

const HERMITE = 0x80;
const LOOP = 0x40;

/** Reads a spline whose block has these bytes, without custom data. */
function read(block: ByteBuilder): Spline {
  const added = new ByteBuilder().uint64(block.length).append(block.finish()).uint64(0);
  const value = readerOf(added).read(offsetRep(CrateType.spline, END));
  if (value.kind !== "spline") throw new Error(value.kind);
  return value;
}

/** Offset of a block in the file. */
const BLOCK = END + 8;
const problem = (offset: number, message: string): unknown =>
  expect.objectContaining({
    offset: BLOCK + offset,
    message: expect.stringContaining(`Damaged spline: ${message}`) as string,
  });

/** The first bytes of a block: version and type, extrapolations. */
const head = (first: number, second = 0): ByteBuilder => new ByteBuilder().uint8(first).uint8(second);

describe("the block of a spline", () => {
  it.each([
    [1, 0, "double"],
    [1, 1, "double"],
    [1, 2, "float"],
    [1, 3, "half"],
    // Two bits of the type, before version 3.
    [2, 6, "float"],
    [3, 4, "timecode"],
    [4, 5, "duration"],
  ])("of version %d has type %d: %s", (version, type, expected) => {
    const block = head(version | (type << 4));
    if (version > 2) block.uint8(0);
    expect(read(block)).toMatchObject({ valueType: valueTypes.get(expected), curveType: "bezier", knots: [] });
  });

  it.each([
    ["version 0", head(0x10), 1, "version 0, expected 1 to 4"],
    ["a version after the newest", head(0x15), 1, "version 5, expected 1 to 4"],
    ["an unknown type", head(0x63).uint8(0), 1, "unknown type 6 of its values"],
    ["an unknown extrapolation", head(0x11, 7), 2, "unknown extrapolation 7"],
    ["no extrapolation", new ByteBuilder().uint8(0x11), 1, "it is cut off"],
    ["no slope", head(0x11, 3).uint32(0), 2, "it is cut off"],
    ["no loop", head(0x11, LOOP).uint32(0), 2, "it is cut off"],
    ["no boundary", head(0x13).uint8(1), 3, "it is cut off"],
    ["a part of a count", head(0x11).uint8(1), 2, "it is cut off"],
  ] as const)("is damaged: %s", (_, block, offset, message) => {
    expect(() => read(block)).toThrow(problem(offset, message));
  });

  it("has extrapolations, then their slopes", () => {
    expect(read(head(0x11, 0 | (1 << 3)))).toMatchObject({ pre: { mode: "none" }, post: { mode: "held" } });
    expect(
      read(
        head(0x11, 3 | (3 << 3))
          .float64(1.5)
          .float64(-2),
      ),
    ).toMatchObject({
      pre: { mode: "sloped", slope: 1.5 },
      post: { mode: "sloped", slope: -2 },
    });
  });

  it("has the boundaries of loops since version 3, each if it is announced", () => {
    const [loops, modes] = [4 | (6 << 3), { pre: { mode: "loop repeat" }, post: { mode: "loop oscillate" } }];
    expect(read(head(0x12, loops))).toMatchObject(modes);
    expect(read(head(0x13, loops).uint8(0)).pre).toEqual(modes.pre);
    expect(read(head(0x13, loops).uint8(1).float64(7))).toMatchObject({
      pre: { ...modes.pre, boundary: 7 },
      post: modes.post,
    });
    expect(read(head(0x13, loops).uint8(3).float64(7).float64(9))).toMatchObject({
      pre: { ...modes.pre, boundary: 7 },
      post: { ...modes.post, boundary: 9 },
    });
  });

  it("has an inner loop if it is announced", () => {
    expect(read(head(0x11))).not.toHaveProperty("loop");
    expect(read(head(0x11, LOOP).float64(1).float64(2).uint32(3).uint32(0xffff_ffff).float64(5.5)).loop).toEqual({
      protoStart: 1,
      protoEnd: 2,
      preLoops: 3,
      postLoops: -1,
      valueOffset: 5.5,
    });
  });
});

describe("the knots of a spline", () => {
  const numbers = (type: string, ...values: readonly number[]): Uint8Array => {
    const built = new ByteBuilder();
    for (const value of values) {
      if (type === "half") built.uint16(value === 0 ? 0 : 0x3c00);
      else if (type === "float") built.float32(value);
      else built.float64(value);
    }
    return built.finish();
  };
  /** A knot of a Hermite curve in version 1: the shortest that there is. */
  const shortest = (type: string, time: number): Uint8Array =>
    new ByteBuilder()
      .uint8(3 << 1)
      .float64(time)
      .append(numbers(type, 1, 0, 1))
      .finish();

  it.each([
    ["double", 1, 33],
    ["float", 2, 21],
    ["half", 3, 15],
  ] as const)("of %s take at least so many bytes as a block must have for their number", (type, number, size) => {
    const first = HERMITE | 1 | (number << 4);
    expect(shortest(type, 2)).toHaveLength(size);
    const block = head(first).uint32(2).append(shortest(type, 2)).append(shortest(type, 5));
    expect(read(block).knots).toEqual([
      {
        time: 2,
        value: 1,
        next: "curve",
        preTangent: { width: 0, slope: 0, algorithm: "none" },
        postTangent: { width: 1, slope: 1, algorithm: "none" },
      },
      {
        time: 5,
        value: 1,
        next: "curve",
        preTangent: { width: 1, slope: 0, algorithm: "none" },
        postTangent: { width: 0, slope: 1, algorithm: "none" },
      },
    ]);
    const short = head(first).uint32(2).append(shortest(type, 2)).append(shortest(type, 5).subarray(1));
    expect(() => read(short)).toThrow(problem(6, `2 knots in ${2 * size - 1} bytes`));
  });

  /** A knot of a Bézier curve of doubles: flags, then time, value, widths and slopes. */
  const bezier = (flags: number, ...rest: readonly number[]): ByteBuilder => {
    const built = head(0x12).uint32(1).uint8(flags);
    for (const number of rest) built.float64(number);
    return built;
  };

  it("have another value before them if it is announced", () => {
    expect(read(bezier(0, 1, 2, 4, 5, 6, 7).uint8(0)).knots).toEqual([
      {
        time: 1,
        value: 2,
        next: "none",
        preTangent: { width: 4, slope: 6, algorithm: "none" },
        postTangent: { width: 5, slope: 7, algorithm: "none" },
      },
    ]);
    expect(read(bezier(1, 1, 2, 3, 4, 5, 6, 7).uint8(0)).knots).toMatchObject([{ value: 2, preValue: 3 }]);
  });

  it.each([
    [0, "none"],
    [1, "held"],
    [2, "linear"],
    [3, "curve"],
  ])("have interpolation %d: %s", (number, next) => {
    expect(read(bezier(number << 1, 1, 2, 4, 5, 6, 7).uint8(0)).knots).toMatchObject([{ next }]);
  });

  it("have algorithms of tangents since version 2", () => {
    expect(read(bezier(0, 1, 2, 4, 5, 6, 7).uint8(0x12)).knots).toMatchObject([
      { preTangent: { algorithm: "autoEase" }, postTangent: { algorithm: "custom" } },
    ]);
    expect(() => read(bezier(0, 1, 2, 4, 5, 6, 7).uint8(3))).toThrow(problem(56, "unknown tangent algorithm 3"));
  });

  it("have custom data by their time, behind the block", () => {
    const block = bezier(0, 1, 2, 4, 5, 6, 7).uint8(0);
    const added = new ByteBuilder().uint64(block.length).append(block.finish());
    added.uint64(1).float64(1).uint64(0);
    const value = readerOf(added).read(offsetRep(CrateType.spline, END));
    expect(value).toMatchObject({ knots: [{ time: 1, customData: { kind: "dictionary", entries: new Map() } }] });
  });
});

describe("a spline", () => {
  it("without a block has no knots, and doubles unless its attribute has another type", () => {
    const half = valueTypes.get("half");
    expect(readerOf().read(offsetRep(CrateType.spline, 0))).toEqual({
      kind: "spline",
      valueType: valueTypes.get("double"),
      curveType: "bezier",
      pre: { mode: "held" },
      post: { mode: "held" },
      knots: [],
    });
    expect(readerOf().read(offsetRep(CrateType.spline, 0), half)).toMatchObject({ valueType: half });
  });

  it("is inside of the file", () => {
    expect(() => readerOf(new ByteBuilder().uint64(9).uint64(0)).read(offsetRep(CrateType.spline, END))).toThrow(
      "A spline claims 9 elements of 1 bytes",
    );
  });
});
