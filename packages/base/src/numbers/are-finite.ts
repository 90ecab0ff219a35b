/** Returns whether all numbers are finite. */
export function areFinite(numbers: Float32Array): boolean {
  let sum = 0;
  // The difference of an infinite number from itself is no number.
  for (let i = 0; i < numbers.length; i++) sum += numbers[i] - numbers[i];
  return sum === 0;
}
