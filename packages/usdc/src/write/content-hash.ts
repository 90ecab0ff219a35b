/** Hashes of content, by which a crate finds the values that it has already. */

/** Returns the hash of the first `length` bytes; `seed` is the type's key. */
export type ContentHash = (bytes: Uint8Array, length: number, seed: number) => number;

/**
 * Four bytes at a time in long content that is aligned; equal content gives equal hashes only if it is aligned alike. What is
 * shorter comes from builders mostly.
 */
export function hashBytes(bytes: Uint8Array, length: number, seed: number): number {
  let hash = Math.imul(length ^ (seed << 16), 0x9e3779b1);
  let i = 0;
  // Stryker disable next-line all: bytes are hashed then, which takes longer; all but the last condition only save time.
  if (length >= 64 && length === bytes.length && bytes.byteOffset % 4 === 0) {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, length >> 2);
    hash = hashWords(words, hash);
    i = words.length * 4;
  }
  for (; i < length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash ^ (hash >>> 16);
}

/** Four hashes of every fourth word each: none waits for the multiplication of another. */
function hashWords(words: Uint32Array, seed: number): number {
  let [a, b, c, d] = [seed, ~seed, seed ^ 0x27d4eb2f, seed ^ 0x165667b1];
  const end = words.length & ~3;
  for (let i = 0; i < end; i += 4) {
    a = Math.imul(a ^ words[i], 0x85ebca6b);
    b = Math.imul(b ^ words[i + 1], 0x85ebca6b);
    c = Math.imul(c ^ words[i + 2], 0x85ebca6b);
    d = Math.imul(d ^ words[i + 3], 0x85ebca6b);
    a ^= a >>> 13;
    b ^= b >>> 13;
    c ^= c >>> 13;
    d ^= d >>> 13;
  }
  for (let i = end; i < words.length; i++) a = Math.imul(a ^ words[i], 0x85ebca6b);
  for (const lane of [b, c, d]) a = Math.imul(a ^ (a >>> 15) ^ lane, 0x85ebca6b);
  return a;
}
