// Mutates real files, half by tokens and half by bytes; the number and the seed determine a mutation.

import { Random } from "../bench/generate/random.ts";
import { mutateBytes, mutateTokens } from "../oracle/mutate.ts";

export interface Mutation {
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** Characters that must not reach terminals and readers unescaped. */
const UNSAFE_TEXTS = [
  "\u001b[31m",
  "\u001b]0;x\u0007",
  "\u0000",
  "\u0008",
  "\u007f",
  "\u009b31m",
  "\u202e",
  "\u2066",
  "\u2028",
  "\u2029",
  "\u200f",
  "\u061c",
  "\ufeff",
] as const;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function seeded(seed: number, number: number): Random {
  const random = new Random(Math.imul(seed, 1_000_003) + number);
  // The first numbers of near seeds are alike.
  for (let i = 0; i < 8; i++) random.below(2);
  return random;
}

/** Mutation `number` of `seed`. */
export function mutate(seeds: readonly Uint8Array[], seed: number, number: number): Mutation {
  const random = seeded(seed, number);
  const source = seeds[random.below(seeds.length)] ?? new Uint8Array();
  if (number % 2 === 1) return { number, bytes: mutateBytes(source, random) };
  const other = seeds[random.below(seeds.length)] ?? source;
  return { number, bytes: encoder.encode(mutateTokens(decoder.decode(source), decoder.decode(other), random)) };
}

/** Like {@link mutate}, with one to three unsafe characters put in afterwards. */
export function mutateUnsafely(seeds: readonly Uint8Array[], seed: number, number: number): Mutation {
  const random = seeded(seed, number);
  let bytes = random.chance(50)
    ? mutate(seeds, seed, number).bytes
    : (seeds[random.below(seeds.length)] ?? new Uint8Array());
  for (let change = random.between(1, 3); change > 0; change--) {
    const at = random.below(bytes.length + 1);
    const unsafe = random.chance(10) ? Uint8Array.of(0xed, 0xa0, 0x80) : encoder.encode(random.pick(UNSAFE_TEXTS));
    bytes = Uint8Array.from([...bytes.subarray(0, at), ...unsafe, ...bytes.subarray(at)]);
  }
  return { number, bytes };
}
