import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LETTER, letterRows } from "./label-font.ts";
import { pictureSheet, sheetSize } from "./picture-sheet.ts";

test("every letter has its own shape within its size", () => {
  const shapes = Array.from({ length: 95 }, (_, i) => letterRows(String.fromCharCode(0x20 + i)));
  for (const rows of shapes) {
    expect(rows).toHaveLength(LETTER.height);
    for (const row of rows) expect(row >= 0 && row < 1 << LETTER.width).toBe(true);
  }
  expect(new Set(shapes.map(String)).size).toBe(95);
  expect(letterRows("é")).toEqual(letterRows("\u{1f600}"));
  expect(letterRows("I")).toEqual([0b01110, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110]);
});

test("a sheet has room for all pictures, about square", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 16, max: 512 }), (count, side) => {
      const { columns, width, height } = sheetSize(count, { width: side, height: side });
      expect(columns).toBeLessThanOrEqual(count);
      expect((width * height) / ((side + 8) * (side + 21))).toBeGreaterThan(count);
      if (count > 20) expect(Math.max(width / height, height / width)).toBeLessThan(1.6);
    }),
  );
});

test("pictures are over the ground, with their names below them", () => {
  const image = {
    width: 30,
    height: 20,
    data: new Uint8Array(4 * 600).map((_, i) => [200, 0, 0, i < 1200 ? 255 : 0][i % 4]),
  };
  const layout = { width: 30, height: 20, background: [10, 20, 30, 255] } as const;
  const sheet = pictureSheet(
    [
      { name: "I", image },
      { name: "a long name.usda", image: undefined },
    ],
    layout,
  );
  const at = (x: number, y: number): number[] => [
    ...sheet.data.subarray(4 * (y * sheet.width + x), 4 * (y * sheet.width + x) + 4),
  ];
  expect(at(0, 0)).toEqual([10, 20, 30, 255]);
  expect(at(9, 9)).toEqual([200, 0, 0, 255]);
  expect(at(9, 27)).toEqual([10, 20, 30, 255]);
  // The top of the letter is in the middle below the picture, in a light color on a dark ground.
  const ink = [225, 225, 230, 255];
  expect([at(21, 31), at(22, 31), at(23, 31)]).toEqual([ink, ink, ink]);
  // What could not be drawn has a frame.
  const [x, y] = sheet.width > 60 ? [46, 8] : [8, 49];
  expect([at(x, y), at(x + 29, y), at(x + 5, y + 10)]).toEqual([ink, ink, [10, 20, 30, 255]]);
});
