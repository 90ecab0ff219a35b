// Compares our parser with the reference implementation (usd-core) on random layers and on mutated texts.
//
//   pnpm oracle [--count N] [--seed S] [--only layers|tokens|bytes] [--corpus FOLDER]… [--jobs N] [--most N]
//
// Case i has the seed S + i, so `--seed S --count 1` shows a find again (with the same corpus). The exit code is 1 when
// there are differences. The text looked at last is in `usdkit-oracle-last.usda` in the system's folder for such files.

import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Random } from "../bench/generate/random.ts";
import type { Difference } from "./compare.ts";
import { compare } from "./compare.ts";
import { defaultFolders, readCorpus } from "./corpus.ts";
import { referencePython } from "./environment.ts";
import { minimise } from "./minimise.ts";
import { mutateBytes, mutateTokens } from "./mutate.ts";
import { Reference } from "./reference.ts";

const { values: options } = parseArgs({
  options: {
    count: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    corpus: { type: "string", multiple: true },
    jobs: { type: "string", default: "2" },
    most: { type: "string", default: "20" },
  },
});

const LAST = join(tmpdir(), "usdkit-oracle-last.usda");

const kinds = ["layers", "tokens", "bytes"] as const;
type Kind = (typeof kinds)[number];

const corpus: readonly Uint8Array[] = readCorpus(options.corpus ?? defaultFolders);
const reference = new Reference(referencePython(), Number(options.jobs));

const empty: Uint8Array = new Uint8Array();

/** The text of one case; undefined when the reference could not make it. */
async function makeCase(seed: number): Promise<Uint8Array | undefined> {
  const random = new Random(seed);
  // The first numbers of adjacent seeds are similar.
  for (let i = 0; i < 8; i++) random.below(2);
  const drawn: Kind = random.chance(25) ? "layers" : random.chance(70) ? "tokens" : "bytes";
  const kind = kinds.find((name) => name === options.only) ?? drawn;
  if (kind === "layers") return reference.makeLayer(seed);
  const one = corpus[random.below(corpus.length)] ?? empty;
  const other = corpus[random.below(corpus.length)] ?? empty;
  if (kind === "bytes") return mutateBytes(one, random);
  const decoder = new TextDecoder();
  return new TextEncoder().encode(mutateTokens(decoder.decode(one), decoder.decode(other), random));
}

interface Find {
  readonly seed: number;
  readonly bytes: Uint8Array;
  readonly difference: Difference;
}

const first = Number(options.seed);
const count = Number(options.count);
const finds = new Map<string, Find>();
let total = 0;
let done = 0;

async function runCases(start: number, step: number): Promise<void> {
  for (let seed = start; seed < first + count; seed += step) {
    const bytes = await makeCase(seed);
    // If our parser hangs, this file has its input.
    if (bytes !== undefined) writeFileSync(LAST, bytes);
    const difference = bytes === undefined ? undefined : await compare(reference, bytes);
    if (++done % 1000 === 0) console.error(`${done} of ${count}, ${total} differ`);
    if (bytes === undefined || difference === undefined) continue;
    total++;
    const key = `${difference.kind}: ${difference.signature}`;
    if (!finds.has(key)) finds.set(key, { seed, bytes, difference });
  }
}

function shown(text: string): string {
  const quoted = JSON.stringify(text);
  return quoted.length > 1500 ? `${quoted.slice(0, 1500)} … (${text.length} characters)` : quoted;
}

async function show({ seed, bytes, difference }: Find): Promise<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    console.log(
      `\n${seed}: ${difference.kind}; ${difference.detail}\n   ${shown(Buffer.from(bytes).toString("latin1"))}`,
    );
    return;
  }
  const encoder = new TextEncoder();
  const [least, left] = await minimise(text, difference, async (part) => compare(reference, encoder.encode(part)));
  console.log(`\n${seed}: ${left.kind}; ${left.detail}\n   ${shown(least)}`);
}

if (corpus.length === 0) throw new Error("no texts to start from: name a folder with --corpus");
// Two cases a worker, so that it never waits for us.
const lanes = Number(options.jobs) * 2;
await Promise.all(Array.from({ length: lanes }, async (_, lane) => runCases(first + lane, lanes)));
for (const find of [...finds.values()].sort((a, b) => a.seed - b.seed).slice(0, Number(options.most))) await show(find);
reference.close();
console.log(`\n${count} cases, ${total} differ in ${finds.size} ways; seeds ${first} to ${first + count - 1}`);
process.exitCode = total > 0 ? 1 : 0;
