import { BLOCK } from "./bins.ts";

/** A draw of consecutive elements: `count` from `base` on. */
interface ElementDraw {
  readonly base: number;
  readonly count: number;
}

/** Calls a function for the range of each draw's own elements that is in a block; returns the sum of what it returns. */
export function sumOverBlock<Draw extends ElementDraw>(
  { draws, count }: { readonly draws: readonly Draw[]; readonly count: number },
  block: number,
  each: (draw: Draw, first: number, end: number) => number,
): number {
  const [from, to] = [block * BLOCK, Math.min(count, (block + 1) * BLOCK)];
  let sum = 0;
  for (const draw of draws) {
    const first = Math.max(from, draw.base) - draw.base;
    const end = Math.min(to - draw.base, draw.count);
    if (first < end) sum += each(draw, first, end);
  }
  return sum;
}
