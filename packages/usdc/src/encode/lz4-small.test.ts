import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decompress } from "../bytes/lz4.ts";
import { compress, compressTable } from "./lz4-encode.ts";
import { MAX_SMALL } from "./lz4-small.ts";

const unpacked = (table: Uint8Array, size: number): Uint8Array =>
  decompress(table, { start: 0, end: table.length, size });

const repeated = fc
  .tuple(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 6 }), fc.array(fc.nat(5), { maxLength: 60 }))
  .map(([pieces, order]) => new Uint8Array(order.flatMap((i) => Array.from(pieces[i] ?? []))));

test("a block is the same bytes, and no longer than the greedy one", () => {
  fc.assert(
    fc.property(fc.oneof(repeated, fc.uint8Array({ maxLength: 300 })), (bytes) => {
      const table = compressTable(bytes);
      expect(Buffer.from(unpacked(table, bytes.length)).equals(bytes)).toBe(true);
      expect(table.length).toBeLessThanOrEqual(compress(bytes).length);
    }),
    { numRuns: 500 },
  );
});

test("tables of value representations are a fifth shorter", () => {
  const bytes = new Uint8Array(8 * 2000);
  const view = new DataView(bytes.buffer);
  // Three kinds of values with places 12 to 16 bytes apart.
  for (let i = 0, at = 88; i < 2000; i++, at += 12 + (i % 3) * 2) {
    view.setUint32(8 * i, at, true);
    view.setUint32(8 * i + 4, 0x00180000 + ((i % 3) << 16), true);
  }
  expect(compressTable(bytes).length).toBeLessThan(0.8 * compress(bytes).length);
});

test("blocks of all sizes around the limit, of one byte and of others", () => {
  for (const size of [0, 1, 11, 12, 13, 17, 18, 300, MAX_SMALL - 1, MAX_SMALL, MAX_SMALL + 1]) {
    for (const byteOf of [(): number => 7, (i: number): number => Math.imul(i, 0x9e3779b1) >>> 24]) {
      const bytes = Uint8Array.from({ length: size }, (_, i) => byteOf(i));
      expect(Buffer.from(unpacked(compressTable(bytes), size)).equals(bytes)).toBe(true);
    }
  }
});
