/** The findings of one stage, by layer. */
import { parseLayerName, Stage } from "@usdkit/usd";
import { checkStageInSteps, type StageFinding } from "@usdkit/validate/stage";
import { path } from "@usdkit/command/process/builtins";
import type { SharedFiles, Trace } from "./shared-files.ts";

/** How stages are composed: the flags of the command line, with absolute paths. */
export interface CompositionSettings {
  /** By prim path: selections by variant set. */
  readonly variants: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly searchPaths: readonly string[];
  readonly session: string | undefined;
  /** Prims of a stage that are checked; default 500,000. */
  readonly maxPrims?: number | undefined;
}

/** A few references to each other make stages of any size; a prim takes up to 3 KB. */
const MAX_PRIMS = 500_000;

/** What composing one root layer found. Plain data, so that it can be kept. */
export interface CheckedRoot {
  /** Findings in all layers of the stage. */
  readonly findings: readonly StageFinding[];
  /** Whether the stage has more prims than are checked. */
  readonly isLimited: boolean;
  /** Files with layers that the stage uses, the root among them. */
  readonly files: readonly string[];
}

/**
 * Composes a root layer and runs the stage rules.
 *
 * @param root absolute, with `/`
 * @throws {Error} if the root or the session cannot be opened
 */
export async function checkRoot(
  root: string,
  { variants, session, maxPrims = MAX_PRIMS }: CompositionSettings,
  files: SharedFiles,
  trace: Trace,
): Promise<CheckedRoot> {
  const folder = path.posix.dirname(parseLayerName(root).file);
  const stage = await Stage.open(root, {
    resolver: files.resolver(folder, trace),
    variants,
    session,
  });
  const findings: StageFinding[] = [];
  const steps = checkStageInSteps(stage, { onFinding: (each) => findings.push(withNames(each, folder)) });
  let left = maxPrims;
  while (left >= 0 && steps.next().done !== true) left--;
  const used = new Set(stage.layers.map(({ anchor }) => parseLayerName(anchor).file));
  return { findings, isLimited: left < 0, files: [...used] };
}

/** Messages name layers relative to the folder of the root, so that reports are the same on all machines. */
function withNames(found: StageFinding, folder: string): StageFinding {
  const message = found.finding.message.replaceAll(`@${folder}/`, "@");
  return message === found.finding.message ? found : { ...found, finding: { ...found.finding, message } };
}
