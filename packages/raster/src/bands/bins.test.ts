import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bandGroups, BLOCK, blocksOf, listBlock, NO_BANDS, noteRows, placeGroup, type Bins } from "./bins.ts";
import { bandLayout } from "./layout.ts";

const layout = bandLayout(8, 100, 1);

function binsOf(elements: number): Bins {
  const blocks = blocksOf(elements);
  return {
    spans: new Uint32Array(elements).fill(NO_BANDS),
    places: new Uint32Array(blocks * layout.bands),
    starts: new Uint32Array(layout.bands),
    lengths: new Uint32Array(layout.bands),
    elements,
    blocks,
  };
}

const rows = fc
  .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 }))
  .map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]);

test("each band lists what touches it, in order, whatever the order of the blocks and the size of the groups", () => {
  fc.assert(
    fc.property(
      fc.array(rows, { maxLength: 60 }),
      fc.integer({ min: 1, max: 200 }),
      fc.boolean(),
      (spans, most, back) => {
        // Spread over three blocks.
        const bins = binsOf(2 * BLOCK + 50);
        const elements = spans.map((_, i) => Math.floor((i * bins.elements) / spans.length));
        for (const [i, [top, bottom]] of spans.entries()) noteRows(bins, layout, elements[i], top, bottom);
        const found: number[][] = [];
        for (const group of bandGroups([bins], layout, most)) {
          const list = new Uint32Array(placeGroup(bins, layout, group));
          const blocks = Array.from({ length: bins.blocks }, (_, i) => i);
          for (const block of back ? blocks.toReversed() : blocks) listBlock(bins, layout, { group, list }, block);
          if (group.to - group.from > 1) expect(list.length).toBeLessThanOrEqual(most);
          for (let band = group.from; band < group.to; band++) {
            found.push(Array.from(list.subarray(bins.starts[band], bins.starts[band] + bins.lengths[band])));
          }
        }
        const expected = Array.from({ length: layout.bands }, (_, band) =>
          elements.filter(
            (_, i) => spans[i][0] < (band + 1) * layout.bandRows && spans[i][1] >= band * layout.bandRows,
          ),
        );
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: 100 },
  );
});

test("samples of a pixel are in one band and one tile", () => {
  for (const side of [1, 2, 3, 4]) {
    const { bandRows, tileColumns, bands, columns, fineHeight, fineWidth } = bandLayout(101, 67, side);
    expect([bandRows % side, tileColumns % side]).toEqual([0, 0]);
    expect(bands * bandRows).toBeGreaterThanOrEqual(fineHeight);
    expect(columns * tileColumns).toBeGreaterThanOrEqual(fineWidth);
  }
});
