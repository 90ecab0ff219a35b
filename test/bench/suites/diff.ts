import { readFileSync } from "node:fs";
import { diffLayers } from "@usdkit/layer";
import { installedEntry } from "../installed.ts";
import { inputFile, inputName } from "../inputs.ts";
import { importLibrary, type Library } from "../peers/ours.ts";
import { milliseconds, ratio } from "../report.ts";
import { targets } from "../targets.ts";
import { layerInputs } from "./open.ts";
import type { SuiteOptions } from "./suite.ts";

/** What happens to a copy of a file before the two are compared. */
interface Case {
  readonly what: string;
  readonly change: (bytes: Buffer, library: Library) => Uint8Array;
  /** Checks the kinds of the differences: otherwise the figure means nothing. */
  readonly expected: (kinds: ReadonlySet<string>, count: number) => boolean;
}

const latin = (bytes: Buffer, change: (text: string) => string): Buffer =>
  Buffer.from(change(bytes.toString("latin1")), "latin1");

/** Every 40th of the numbers that the generator makes for people to edit. */
function editNumbers(text: string): string {
  let count = 0;
  return text.replaceAll(/layout:priority = (-?\d+)/g, (statement, number: string) =>
    count++ % 40 === 0 ? `layout:priority = ${Number(number) + 1}` : statement,
  );
}

/** `Section_3` of the generated town, and all paths into it. */
const renameSection = (text: string): string => text.replaceAll(/Section_3(?!\d)/g, "Section_new");

const cases: readonly Case[] = [
  {
    what: "an edited copy",
    change: (bytes) => latin(bytes, (text) => renameSection(editNumbers(text))),
    expected: (kinds) => kinds.has("value") && kinds.has("moved") && kinds.size === 2,
  },
  {
    what: "a copy with a comment at its start",
    change: (bytes) => latin(bytes, (text) => text.replace("#usda 1.0\n", "#usda 1.0\n# A comment.\n")),
    expected: (_, count) => count === 0,
  },
  {
    what: "printed again, no text in common",
    change: (bytes, { parseUsda, printUsdaBytes }) => {
      const printed = Buffer.from(printUsdaBytes(parseUsda(bytes).layer));
      return latin(printed, (text) => text.replaceAll("    ", "\t"));
    },
    expected: (_, count) => count === 0,
  },
  {
    what: "everything under another name",
    change: (bytes) => latin(bytes, (text) => text.replaceAll("/World/", "/Town/").replaceAll('"World"', '"Town"')),
    expected: (kinds, count) => kinds.has("moved") && count <= 2,
  },
];

/** Time of `diffLayers` on two layers that were just opened: the values that it decodes are included. */
export async function diff(options: SuiteOptions): Promise<void> {
  const { built, report, quick } = options;
  const library = await importLibrary(built ? installedEntry("usda") : "source");
  const { parseUsda } = library;
  const scales = quick ? [0.05, 0.1] : [0.5, 1];
  const singles = new Map<string, number>();
  for (const scale of scales) {
    const entry = layerInputs({ ...options, inputs: [] }, scale, false).find(({ kind }) => kind === "structure");
    if (entry === undefined) continue;
    const input = inputName(entry);
    const before = readFileSync(inputFile(entry));
    for (const { what, change, expected } of cases) {
      const after = change(before, library);
      let least = Infinity;
      // Other load on the machine increases the time, not the work.
      let work = Infinity;
      let open = Infinity;
      let isRight = true;
      for (let round = 0; round < (quick ? 2 : 4); round++) {
        const started = performance.now();
        const layers = [before, after].map((bytes) => parseUsda(bytes));
        const opened = performance.now();
        const [a, b] = layers;
        if (a === undefined || b === undefined || !a.ok || !b.ok) throw new Error(`${input}: not valid`);
        const used = process.cpuUsage();
        const from = performance.now();
        const differences = diffLayers(a.layer, b.layer);
        least = Math.min(least, performance.now() - from);
        const { user, system } = process.cpuUsage(used);
        work = Math.min(work, (user + system) / 1000);
        open = Math.min(open, opened - started);
        isRight = expected(new Set(differences.map(({ kind }) => kind)), differences.length);
      }
      const single = singles.get(what);
      const growth = single === undefined ? "" : `, ${ratio(work / single)} the work of half the size`;
      report({
        suite: "diff",
        input,
        what,
        measured: `${milliseconds(least)} (opening both: ${milliseconds(open)})${growth}`,
        target: single === undefined ? undefined : `≤ ${targets.doubling}×`,
        met: single === undefined ? undefined : work < 50 || work / single <= targets.doubling,
        crashed: !isRight,
        figures: { least, work, open },
      });
      singles.set(what, work);
    }
  }
}
