import { expect, it } from "vitest";
import { Random } from "../bench/generate/random.ts";
import { mutateBytes, mutateTokens } from "./mutate.ts";

const text = '#usda 1.0\ndef Mesh "A" (\n    doc = "d"\n)\n{\n    int[] x = [1, 2]\n}\n';

it("makes the same text from the same seed, and others from others", () => {
  const made = (seed: number): string => mutateTokens(text, text, new Random(seed));
  const seeds = Array.from({ length: 50 }, (_, seed) => seed);
  expect(seeds.map(made)).toEqual(seeds.map(made));
  expect(new Set(seeds.map(made)).size).toBeGreaterThan(40);
  expect(seeds.filter((seed) => !made(seed).startsWith("#usda 1.0"))).toEqual([]);
});

it("changes bytes", () => {
  const bytes = new TextEncoder().encode(text);
  const made = (seed: number): string => Buffer.from(mutateBytes(bytes, new Random(seed))).toString("latin1");
  expect(made(1)).toBe(made(1));
  expect(new Set(Array.from({ length: 50 }, (_, seed) => made(seed))).size).toBeGreaterThan(40);
});
