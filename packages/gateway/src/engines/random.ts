import { createHash } from "node:crypto";

/** Returns pseudorandom numbers in [0, 1), seeded by a text. Mulberry32, by Tommy Ettinger. */
export function randomOf(text: string): () => number {
  let state = createHash("sha256").update(text, "utf8").digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words: Readonly<Record<string, readonly [number, number, number]>> = {
  red: [0.8, 0.15, 0.12],
  green: [0.2, 0.65, 0.25],
  blue: [0.2, 0.35, 0.8],
  yellow: [0.9, 0.8, 0.2],
  orange: [0.9, 0.5, 0.15],
  purple: [0.5, 0.25, 0.7],
  pink: [0.9, 0.5, 0.65],
  brown: [0.45, 0.3, 0.2],
  wooden: [0.55, 0.38, 0.22],
  black: [0.05, 0.05, 0.05],
  white: [0.95, 0.95, 0.95],
  grey: [0.5, 0.5, 0.5],
  gold: [0.85, 0.65, 0.25],
  stone: [0.55, 0.53, 0.5],
};

/** Returns the color that a prompt names first, or a color derived from its text; red, green and blue from 0 to 1. */
export function colorOf(prompt: string): readonly [number, number, number] {
  for (const word of prompt.toLowerCase().split(/[^a-z]+/)) {
    const color = Object.hasOwn(words, word) ? words[word] : undefined;
    if (color !== undefined) return color;
  }
  const random = randomOf(prompt);
  return [0.25 + random() * 0.6, 0.25 + random() * 0.6, 0.25 + random() * 0.6];
}
