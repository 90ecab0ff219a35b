/** The findings of one stage, by layer. */
import { parseLayerName, Stage } from "@usdkit/usd";
import { checkStage, type StageFinding } from "@usdkit/validate/stage";
import { path } from "@usdkit/command/process/builtins";
import type { SharedFiles, Trace } from "./shared-files.ts";

/** How stages are composed: the flags of the command line, with absolute paths. */
export interface CompositionSettings {
  /** By prim path: selections by variant set. */
  readonly variants: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly searchPaths: readonly string[];
  readonly session: string | undefined;
}

/** What composing one root layer found. Plain data, so that it can be kept. */
export interface CheckedRoot {
  /** Findings in all layers of the stage. */
  readonly findings: readonly StageFinding[];
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
  { variants, session }: CompositionSettings,
  files: SharedFiles,
  trace: Trace,
): Promise<CheckedRoot> {
  const stage = await Stage.open(root, {
    resolver: files.resolver(trace),
    variants,
    session,
  });
  const findings = checkStage(stage).map((each) => withNames(each, path.posix.dirname(root)));
  const used = new Set(stage.layers.map(({ anchor }) => parseLayerName(anchor).file));
  return { findings, files: [...used] };
}

/** Messages name layers relative to the folder of the root, so that reports are the same on all machines. */
function withNames(found: StageFinding, folder: string): StageFinding {
  const message = found.finding.message.replaceAll(`@${folder}/`, "@");
  return message === found.finding.message ? found : { ...found, finding: { ...found.finding, message } };
}
