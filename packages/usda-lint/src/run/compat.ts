/** The arguments of OpenUSD's `usdchecker`, as those of this command. */
import { requirementSets, ruleMetas } from "@usdkit/validate";
import { UsageError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { checkNamesOf } from "../reporters/usdchecker.ts";
import { compatFlags, type LintArguments } from "./arguments.ts";

/** What the reference reports as an error. */
const LEVELS = Object.entries(requirementSets["usdkit:openusd"].rules).map(([id, level]) => `${id}:${level}`);
/** Rules about the files that a stage uses. */
const ASSET_RULES = ["missing-asset", "missing-clip", "missing-layer", "texture-format"];

/**
 * Returns the arguments of a run that does what `usdchecker` does; undefined if there is nothing to check.
 *
 * @throws {UsageError} for flags of `usdchecker` without `--compat`, and for another number of files than one
 */
export async function compatArguments(
  args: LintArguments,
  { stdout }: CommandContext,
): Promise<LintArguments | undefined> {
  const { compat, paths = [] } = args;
  if (compat === undefined) {
    const used = compatFlags.find((flag) => args[flag] !== undefined);
    if (used === undefined) return args;
    throw new UsageError(`--${used}: a flag of usdchecker: add --compat usdchecker`);
  }
  if (args.dumpRules === true) {
    for (const meta of ruleMetas) {
      const names = checkNamesOf(meta.sameAs ?? []);
      if (names.length > 0) await stdout.write(`[${names.join(", ")}]:\n\t${meta.summary}.\n`);
    }
    if (paths.length === 0) return undefined;
  }
  if (paths.length !== 1) throw new UsageError("--compat usdchecker: expected one file");
  const isOff = (ids: readonly string[]): string[] => ids.map((id) => `${id}:off`);
  const off = [
    ...(args.noAssetChecks === true ? isOff(ASSET_RULES) : []),
    ...(args.rootPackageOnly === true ? isOff(["package-file-type"]) : []),
  ];
  return {
    ...args,
    profile: args.arkit === true ? "arkit" : "usd",
    composed: true,
    noConfig: true,
    format: [args.out === undefined || args.out === "stdout" ? "usdchecker" : `usdchecker=${args.out}`],
    rule: [...LEVELS, ...(args.rule ?? []), ...off],
    ...(args.skipVariants === true && { maxVariants: 0 }),
    ...(args.strict === true && { maxWarnings: 0 }),
  };
}
