import { readFileSync } from "node:fs";
import { diffLayers } from "@usdkit/layer";
import { installedEntry } from "../installed.ts";
import { inputFile, inputName } from "../inputs.ts";
import { importLibrary, type Library } from "../peers/ours.ts";
import { ratio, milliseconds } from "../report.ts";
import { targets } from "../targets.ts";
import { layerInputs } from "./open.ts";
import type { SuiteOptions } from "./suite.ts";

/** A copy with another digit in the first number at or after a part of the file. */
function withOtherNumber(bytes: Buffer, part: number): Buffer {
  const copy = Buffer.from(bytes);
  const space = " ".charCodeAt(0);
  const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;
  let at = copy.indexOf("= ", Math.floor(copy.length * part));
  while (at >= 0 && at < copy.length && !(isDigit(copy[at]) && (copy[at - 1] === space || copy[at - 1] === 40))) at++;
  copy[at] = copy[at] === 57 ? 56 : 57;
  return copy;
}

/** Milliseconds of this thread, the least of some rounds. */
function least(rounds: number, run: () => void): number {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const from = process.threadCpuUsage();
    run();
    const { user, system } = process.threadCpuUsage(from);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

const parseAll = ({ parseUsda }: Library, texts: readonly Buffer[]): ReturnType<Library["parseUsda"]>["layer"][] =>
  texts.map((text) => parseUsda(text).layer);

/** Work of comparing two layers that differ in one value, and of a merge of two changes, over that of parsing the texts. */
export async function merge(options: SuiteOptions): Promise<void> {
  const { built, report, quick } = options;
  const library = await importLibrary(built ? installedEntry("usda") : "source");
  const rounds = quick ? 2 : 4;
  for (const entry of layerInputs(options, quick ? 0.1 : 1, false)) {
    const input = inputName(entry);
    const base = readFileSync(inputFile(entry));
    const [ours, theirs] = [withOtherNumber(base, 0.1), withOtherNumber(base, 0.8)];

    const parsing = least(rounds, () => void parseAll(library, [base, ours]));
    let found = 0;
    const comparing = least(rounds, () => {
      const [a, b] = parseAll(library, [base, ours]);
      if (a !== undefined && b !== undefined) found = diffLayers(a, b).length;
    });
    const differing = comparing / parsing;
    report({
      suite: "merge",
      input,
      what: "parse and compare two that differ in one value",
      measured: `${milliseconds(comparing)}, ${ratio(differing)} parsing both`,
      target: `≤ ${targets.merge.diff}×`,
      met: differing <= targets.merge.diff,
      // Another time of a sample is two differences.
      crashed: found < 1 || found > 2,
      figures: { comparing, parsing },
    });

    const three = least(rounds, () => void parseAll(library, [base, ours, theirs]));
    let isRight = false;
    const merging = least(rounds, () => {
      const [a, b, c] = parseAll(library, [base, ours, theirs]);
      if (a === undefined || b === undefined || c === undefined) return;
      const { text, conflicts } = library.mergeLayers(a, b, c);
      isRight = conflicts.length === 0 && !Buffer.from(text).equals(ours) && !Buffer.from(text).equals(theirs);
    });
    const times = merging / three;
    report({
      suite: "merge",
      input,
      what: "parse and merge three, one value changed on each side",
      measured: `${milliseconds(merging)}, ${ratio(times)} parsing the three`,
      target: `≤ ${targets.merge.merge}×`,
      met: times <= targets.merge.merge,
      crashed: !isRight,
      figures: { merging, three },
    });
  }
}
