/** The rules about composed stages, over shots of many prims: processor time, and the longest step of a check in pieces. */
import { memoryResolver, Stage } from "@usdkit/usd";
import { StageCheck, stageRules } from "@usdkit/validate/stage";
import { shot } from "../generate/shot.ts";
import { milliseconds, ratio } from "../report.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "lint-composed";
const SIZES = [10_000, 100_000];

interface Figures {
  readonly traversed: number;
  readonly checked: number;
  readonly longest: number;
}

/** Opens and traverses a stage, and opens and checks it, in turns. */
export async function lintComposed({ quick, report }: SuiteOptions): Promise<void> {
  for (const size of quick ? SIZES.slice(0, 1) : SIZES) {
    const { root, layers } = shot(size);
    const encoder = new TextEncoder();
    const files = new Map(Array.from(layers, ([path, text]) => [path, encoder.encode(text)]));
    const all: Figures[] = [];
    for (let round = 0; round < 4; round++) {
      const traversed = await timed(files, root, (stage) => longestStep(stage.traverse()));
      const checked = await timed(files, root, (stage) =>
        longestStep(new StageCheck(stage, { rules: stageRules }).run()),
      );
      // The first round compiles.
      if (round > 0) all.push({ traversed: traversed.time, checked: checked.time, longest: checked.longest });
    }
    const least = (key: keyof Figures): number => Math.min(...all.map((figures) => figures[key]));
    const [traversed, checked, longest] = [least("traversed"), least("checked"), least("longest")];
    const input = `shot of ${size.toLocaleString("en")} prims`;
    const measured = `${milliseconds(checked)}, ${ratio(checked / traversed)} opened and traversed`;
    report({ suite, input, what: "opened and checked", measured, figures: { checked, traversed } });
    report({ suite, input, what: "longest step of a check", measured: milliseconds(longest), figures: { longest } });
  }
}

interface Timed {
  readonly time: number;
  readonly longest: number;
}

async function timed(
  files: ReadonlyMap<string, Uint8Array>,
  root: string,
  work: (stage: Stage) => number,
): Promise<Timed> {
  const begin = performance.now();
  const longest = work(await Stage.open(root, { resolver: memoryResolver(files) }));
  return { time: performance.now() - begin, longest };
}

/** Takes all steps. Returns the milliseconds of the longest one. */
function longestStep(steps: Iterator<unknown>): number {
  let longest = 0;
  for (let before = performance.now(); steps.next().done !== true;) {
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
  }
  return longest;
}
