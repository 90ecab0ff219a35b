import { statSync } from "node:fs";
import { inputFile, inputName } from "../inputs.ts";
import { peerCommands, type PeerCommand } from "../peer-process.ts";
import { race } from "../race.ts";
import { milliseconds, ratio } from "../report.ts";
import { targets } from "../targets.ts";
import { compareWithBefore, noPython } from "./race-suite.ts";
import type { SuiteOptions } from "./suite.ts";

/** All rules over 20,000 meshes, next to the parse alone and the reference's validators. */
export async function lint({ built, before, quick, report }: SuiteOptions): Promise<void> {
  const suite = "lint";
  const entry = { kind: "payloads", size: quick ? 500_000 : 5e6 };
  const [input, file] = [inputName(entry), inputFile(entry)];
  const size = statSync(file).size;
  const commands = peerCommands({ built, before });
  const names = ["ours", "ours lint", "usd-core validators", ...(before === undefined ? [] : ["before lint"])];
  const peers = names.map((name) => commands[name]).filter((peer): peer is PeerCommand => peer !== undefined);
  const { best, left } = await race(peers, file, "run", quick ? 12 : 40);
  if (commands["usd-core validators"] === undefined) left["usd-core validators"] = noPython;

  for (const name of names) {
    const result = best[name];
    const what = name === "before lint" ? name : (result?.label ?? name);
    if (result === undefined) {
      const crashed = !name.startsWith("usd-core");
      report({ suite, input, what, measured: `${crashed ? "" : "skipped: "}${left[name]}`, crashed });
    } else {
      report({
        suite,
        input,
        what,
        measured: `${milliseconds(result.wall)}, cpu ${milliseconds(result.cpu)}`,
        figures: { size, ...result },
      });
    }
  }
  const { ours, "ours lint": linted, "usd-core validators": reference } = best;
  const compare = (what: string, factor: number, limit: number): void => {
    report({
      suite,
      input,
      what,
      measured: ratio(factor),
      target: `≤ ${limit}×`,
      met: factor <= limit,
      figures: { factor },
    });
  };
  if (ours === undefined || linted === undefined) return;
  compareWithBefore({ suite, input, report }, linted, best["before lint"]);
  compare("lint over parse", linted.wall / ours.wall, targets.lint.parse);
  if (reference !== undefined)
    compare("lint over the validators", linted.wall / reference.wall, targets.lint.validators);
}
