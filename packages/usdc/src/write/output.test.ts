import { describe, expect, it } from "vitest";
import { ByteBuilder } from "../encode/byte-builder.ts";
import type { CratePart } from "./output.ts";
import { Output } from "./output.ts";

const PART = 2 ** 18;
const LARGE = 2 ** 16;

const PATTERN = Uint8Array.from({ length: 4099 }, (_, i) => (i * 7 + (i >>> 8)) & 0xff);

/** Returns bytes that differ from those next to them and from those with another seed. */
function content(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length);
  const pattern = PATTERN.subarray(seed);
  for (let at = 0; at < length; at += pattern.length) bytes.set(pattern.subarray(0, length - at), at);
  return bytes;
}

/** Joins parts, which must follow each other from `start` on. */
function join(parts: readonly CratePart[], start: number): Uint8Array {
  let end = start;
  for (const { offset, bytes } of parts) {
    expect(offset).toBe(end);
    end += bytes.length;
  }
  return Buffer.concat(parts.map(({ bytes }) => bytes));
}

describe("an output", () => {
  // Offsets of values are those of a file, also beyond 4 GiB.
  it.each([0, 88, 2 ** 32 - 5, 2 ** 40])("that starts at %d returns the positions of what it writes", (start) => {
    const output = new Output(start);
    const pieces = [content(3), content(LARGE, 2), content(5, 3), content(LARGE - 1, 4), content(LARGE + 1, 5)];
    const parts: CratePart[] = [];
    let end = start;
    for (const [i, piece] of pieces.entries()) {
      const at = i % 2 === 0 ? output.write(piece) : output.writeBuilt(new ByteBuilder().append(piece));
      expect(at).toBe(end);
      end += piece.length;
      expect(output.position).toBe(end);
      parts.push(...output.take(false));
    }
    parts.push(...output.take(true));
    expect(Buffer.compare(join(parts, start), Buffer.concat(pieces))).toBe(0);
  });

  it("has no part until a quarter of a megabyte is written, whoever writes its last byte", () => {
    for (const isBuilt of [false, true]) {
      const output = new Output(0);
      const write = (bytes: Uint8Array): number =>
        isBuilt ? output.writeBuilt(new ByteBuilder().append(bytes)) : output.write(bytes);
      for (let at = 0; at < 260_000; at += 20_000) expect(write(content(20_000))).toBe(at);
      expect(output.position).toBe(260_000);
      write(content(PART - 1 - 260_000));
      expect(output.hasParts).toBe(false);
      expect(write(content(1))).toBe(PART - 1);
      expect(output.hasParts).toBe(true);
      const parts = output.take(false);
      expect(parts.map(({ offset, bytes }) => [offset, bytes.length])).toEqual([[0, PART]]);
      // Written further, the part does not change.
      expect(parts[0].bytes[PART - 1]).toBe(content(1)[0]);
      expect(output.hasParts).toBe(false);
      expect(write(content(2))).toBe(PART);
      expect(output.take(true).map(({ offset, bytes }) => [offset, bytes.length])).toEqual([[PART, 2]]);
      write(content(3));
      expect(output.take(true).map(({ offset, bytes }) => [offset, bytes.length])).toEqual([[PART + 2, 3]]);
    }
  });

  it("passes a large array on as it is, and a smaller one as a copy", () => {
    const output = new Output(10);
    const large = content(LARGE);
    output.write(large);
    const small = content(LARGE - 1);
    output.write(small);
    const [first, second] = output.take(true);
    expect(first).toEqual({ offset: 10, bytes: large });
    expect(first.bytes).toBe(large);
    expect(second.offset).toBe(10 + LARGE);
    expect(second.bytes).not.toBe(small);
    expect(Buffer.compare(second.bytes, small)).toBe(0);
  });

  it("passes large bytes of a builder on as a part, and keeps smaller ones for the next", () => {
    const output = new Output(0);
    output.writeBuilt(new ByteBuilder().append(content(LARGE - 1)));
    expect(output.hasParts).toBe(false);
    output.writeBuilt(new ByteBuilder().append(content(LARGE, 2)));
    const parts = output.take(false);
    expect(parts.map(({ bytes }) => bytes.length)).toEqual([LARGE - 1, LARGE]);
  });

  it("has parts that occupy no more memory than their bytes if they are small", () => {
    const output = new Output(0);
    output.write(content(100));
    const [{ bytes }] = output.take(true);
    expect(bytes.buffer.byteLength).toBe(100);
  });

  it("keeps parts when more is written", () => {
    const output = new Output(0);
    output.write(content(100, 1));
    output.write(content(LARGE, 2));
    const parts = output.take(false);
    output.write(content(100, 3));
    output.take(true);
    expect(Buffer.compare(parts[0].bytes, content(100, 1))).toBe(0);
    expect(parts).toHaveLength(2);
  });

  it("has no parts of no bytes", () => {
    const output = new Output(5);
    expect(output.take(true)).toEqual([]);
    expect(output.write(new Uint8Array(0))).toBe(5);
    expect(output.take(true)).toEqual([]);
    output.write(content(1));
    expect(output.take(false)).toEqual([]);
    expect(output.take(true)).toHaveLength(1);
    expect(output.take(true)).toEqual([]);
  });

  it.each([
    [0, 0],
    [1, 8],
    [7, 8],
    [8, 8],
    [2 ** 32 + 1, 2 ** 32 + 8],
  ])("at %d is aligned to %d by zeros", (start, end) => {
    const output = new Output(start);
    expect(output.align()).toBe(end);
    expect(output.position).toBe(end);
    expect(output.take(true).flatMap(({ bytes }) => [...bytes])).toEqual(new Array(end - start).fill(0));
  });
});
