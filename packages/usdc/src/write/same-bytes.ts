/** Comparison of long content. */

/** Whether arrays of the same length are equal: four bytes at a time where both are aligned. */
export function areSame(a: Uint8Array, b: Uint8Array): boolean {
  let i = 0;
  // Stryker disable next-line ArithmeticOperator,BlockStatement: bytes are compared then, which takes longer.
  if (a.byteOffset % 4 === 0 && b.byteOffset % 4 === 0) {
    const words = new Uint32Array(a.buffer, a.byteOffset, a.length >> 2);
    const others = new Uint32Array(b.buffer, b.byteOffset, a.length >> 2);
    for (let k = 0; k < words.length; k++) if (words[k] !== others[k]) return false;
    i = words.length * 4;
  }
  for (; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
