import { inBlocks } from "./in-blocks.ts";

/** Returns whether all numbers are finite. */
export function areFinite(numbers: Float32Array): boolean {
  let sum = 0;
  inBlocks(numbers.length, (from, to) => {
    sum += sumOfDifferences(numbers, from, to);
  });
  return sum === 0;
}

/** Returns zero if numbers are finite: the difference of another one from itself is no number. */
function sumOfDifferences(numbers: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += numbers[i] - numbers[i];
  return sum;
}
