import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { END_OF_SET } from "../structure/structure.ts";
import { FieldTable, ListTable, TokenWriter } from "./tables.ts";
import { UsdcWriteError } from "./usdc-write-error.ts";

describe("tokens", () => {
  it("are numbered from 1 as they are added, each once, after one that is no name", () => {
    const tokens = new TokenWriter();
    expect(tokens.length).toBe(1);
    expect(["a", "", "a", "é", ""].map((text) => tokens.add(text))).toEqual([1, 2, 1, 3, 2]);
    expect(tokens.length).toBe(4);
    expect(Buffer.from(tokens.take()).toString()).toBe(";-)\0a\0\0é\0");
    expect(tokens.length).toBe(1);
  });

  it("have the bytes that lone surrogates stand for, and U+FFFD for others", () => {
    const tokens = new TokenWriter();
    tokens.add("a\udc80\udcffé😀\ud800");
    expect(Buffer.from(tokens.take()).toString("hex")).toBe("3b2d29006180ffc3a9f09f9880efbfbd00");
    tokens.add("\udc7f\udd00");
    expect(Buffer.from(tokens.take()).toString("hex")).toBe("3b2d2900efbfbdefbfbd00");
  });

  it("have no NUL characters", () => {
    const tokens = new TokenWriter();
    expect(() => tokens.add("a\0")).toThrow(UsdcWriteError);
    expect(() => tokens.add("a\0")).toThrow('A crate cannot hold text with a NUL character: "a\\u0000"');
    expect(tokens.length).toBe(1);
  });
});

describe("lists", () => {
  it("are each there once, one after the other with a mark at the end", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(3), { maxLength: 4 })), (lists) => {
        const table = new ListTable();
        const starts = new Map<string, number>();
        const values: number[] = [];
        for (const list of lists) {
          const key = list.join();
          const start = starts.get(key) ?? values.length;
          if (!starts.has(key)) values.push(...list, END_OF_SET | 0);
          starts.set(key, start);
          expect(table.add(list)).toBe(start);
        }
        expect([...table.values.take()]).toEqual(values);
      }),
    );
  });
});

describe("lists with the same hash", () => {
  it("are distinct", () => {
    const table = new ListTable();
    const colliding = [2, 998_849_211];
    const first = table.add([1, 2]);
    const second = table.add(colliding);
    expect(second).not.toBe(first);
    expect([table.add([1, 2]), table.add(colliding)]).toEqual([first, second]);
    expect([...table.values.take()]).toEqual([1, 2, END_OF_SET | 0, ...colliding, END_OF_SET | 0]);
  });
});

describe("fields", () => {
  it("are each there once by name and both words", () => {
    const word = fc.constantFrom(0, 1, 0x7fff_ffff, 0xffff_ffff);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), word, word)), (fields) => {
        const table = new FieldTable();
        const keys: string[] = [];
        const reps: number[] = [];
        for (const [name, low, high] of fields) {
          const key = `${name} ${low} ${high}`;
          if (!keys.includes(key)) {
            keys.push(key);
            reps.push(low | 0, high | 0);
          }
          expect(table.add(name, low, high)).toBe(keys.indexOf(key));
        }
        expect([...table.names.take()]).toEqual(keys.map((key) => Number(key.split(" ")[0])));
        expect([...table.reps.take()]).toEqual(reps);
      }),
    );
  });
});

describe("fields with the same hash", () => {
  it("are distinct by name and both words", () => {
    const [a, b, c] = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35];
    const hash = (name: number, low: number, high: number): number =>
      Math.imul(name, a) ^ Math.imul(low, b) ^ Math.imul(high, c);
    const wanted = hash(1, 2, 3);
    // The third of them follows from the other two.
    const lowOf = (name: number, high: number): number =>
      Math.imul(wanted ^ Math.imul(name, a) ^ Math.imul(high, c), inverse(b)) >>> 0;
    const highOf = (name: number, low: number): number =>
      Math.imul(wanted ^ Math.imul(name, a) ^ Math.imul(low, b), inverse(c)) >>> 0;
    const fields: readonly (readonly [number, number, number])[] = [
      [1, 2, 3],
      [1, lowOf(1, 4), 4],
      [4, lowOf(4, 3), 3],
      [5, 2, highOf(5, 2)],
    ];
    const table = new FieldTable();
    for (const field of fields) expect(hash(...field)).toBe(wanted);
    expect(fields.map((field) => table.add(...field))).toEqual([0, 1, 2, 3]);
    expect(fields.map((field) => table.add(...field))).toEqual([0, 1, 2, 3]);
  });
});

/** Returns the number whose product with an odd one is 1, modulo 2³². */
function inverse(odd: number): number {
  let found = odd;
  for (let i = 0; i < 5; i++) found = Math.imul(found, 2 - Math.imul(odd, found));
  return found;
}
