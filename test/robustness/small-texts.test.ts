// Campaign: A rich file cut at every byte, and without or with two of every token

// Small texts: empty, one byte, each byte after the header, each prefix of a rich file, each token removed.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, test } from "vitest";
import { parseUsda } from "../../packages/usda/src/parse/parse-usda.ts";
import { Random } from "../bench/generate/random.ts";
import { TOKEN } from "./tokens.ts";
import { examine } from "./examine.ts";

const scenes = fileURLToPath(new URL("../scenes/", import.meta.url));
const rich = new Uint8Array(readFileSync(new URL("./rich.usda", import.meta.url)));
/** Of the places in the rich file, every how many-th is tried. */
const STRIDE = inject("deep") ? 1 : 101;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Every `STRIDE`-th of the numbers below `count`. */
function places(count: number): number[] {
  return Array.from({ length: Math.ceil(count / STRIDE) }, (_, index) => index * STRIDE);
}

function problemsOf(texts: Iterable<readonly [name: string, bytes: Uint8Array]>): string[] {
  const problems: string[] = [];
  for (const [name, bytes] of texts) problems.push(...examine(bytes).map((problem) => `${name}: ${problem}`));
  return problems;
}

test("the rich file is valid, and so is every scene marked as valid", () => {
  expect(parseUsda(rich).diagnostics).toEqual([]);
  const files = readdirSync(scenes).filter((name) => name.endsWith(".usda") && !/\.(broken|patch)\./.test(name));
  expect(files.length).toBeGreaterThan(3);
  expect(problemsOf(files.map((name) => [name, new Uint8Array(readFileSync(scenes + name))] as const))).toEqual([]);
});

describe("hardly any text", () => {
  test("none", () => {
    expect(parseUsda("").ok).toBe(false);
    expect(parseUsda(new Uint8Array()).diagnostics.map(({ code }) => code)).toEqual(["USDA_HEADER"]);
    expect(examine(new Uint8Array())).toEqual([]);
  });

  test("each one of the 256 bytes", () => {
    const texts = Array.from({ length: 256 }, (_, byte) => [String(byte), Uint8Array.of(byte)] as const);
    expect(problemsOf(texts)).toEqual([]);
    expect(texts.filter(([, bytes]) => parseUsda(bytes).ok)).toEqual([]);
  });

  test.each(["#usda 1.0", "#usda 1.0\n", '#usda 1.0\ndef "A"\n{\n    '])("each byte after %j", (head) => {
    const texts = Array.from({ length: 256 }, (_, byte) => {
      return [String(byte), Uint8Array.from([...encoder.encode(head), byte])] as const;
    });
    expect(problemsOf(texts)).toEqual([]);
  });

  test("each pair of marks after the header", () => {
    const marks = "()[]{}<>=,;:.&@\"'#\\/\n\r\t -+_0a\u0000\u007fé".split("");
    const pairs = marks.flatMap((a) => marks.map((b) => [a + b, encoder.encode(`#usda 1.0\n${a}${b}`)] as const));
    expect(problemsOf(pairs)).toEqual([]);
  });
});

describe("a rich file with something gone", () => {
  test("each beginning", () => {
    const texts = places(rich.length).map((end) => [`${end} bytes`, rich.slice(0, end)] as const);
    expect(problemsOf(texts)).toEqual([]);
  });

  const tokens: readonly string[] = decoder.decode(rich).match(TOKEN) ?? [];
  const without = (from: number, count: number): Uint8Array => encoder.encode(tokens.toSpliced(from, count).join(""));

  test("each end", () => {
    const header = encoder.encode("#usda 1.0\n");
    const texts = places(tokens.length).map((at) => {
      return [`from ${at}`, Uint8Array.from([...header, ...encoder.encode(tokens.slice(at).join(""))])] as const;
    });
    expect(problemsOf(texts)).toEqual([]);
  });

  test("each token", () => {
    expect(tokens.length).toBeGreaterThan(700);
    expect(problemsOf(places(tokens.length).map((at) => [`${at}: ${tokens[at]}`, without(at, 1)] as const))).toEqual(
      [],
    );
  });

  test("each token doubled", () => {
    const doubled = (at: number): Uint8Array => encoder.encode(tokens.toSpliced(at, 0, tokens[at] ?? "").join(""));
    expect(problemsOf(places(tokens.length).map((at) => [`${at}: ${tokens[at]}`, doubled(at)] as const))).toEqual([]);
  });

  test("runs of tokens", () => {
    const random = new Random(17);
    const texts = Array.from({ length: inject("deep") ? 500 : 50 }, () => {
      const [from, count] = [random.below(tokens.length), random.between(2, 60)];
      return [`${count} from ${from}`, without(from, count)] as const;
    });
    expect(problemsOf(texts)).toEqual([]);
  });
});
