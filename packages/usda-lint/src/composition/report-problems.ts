/** Composition errors on standard error. */
import type { NamedStage } from "@usdkit/usd";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { escapeLines } from "@usdkit/command/terminal/escape-terminal";

/** Problems that are reported; the rest is counted. */
const MAX_PROBLEMS = 20;

/**
 * Reports the errors of what was composed of a stage so far, each with its place; those of arcs that `isKept` by their asset path
 * are not errors.
 */
export async function reportProblems(
  context: CommandContext,
  root: string,
  command: string,
  { stage, name: nameOf, isKept }: NamedStage & { readonly isKept?: ((assetPath: string) => boolean) | undefined },
): Promise<void> {
  const problems = stage.problems.filter(
    ({ error: { target } }) => target === undefined || isKept?.(target.asset) !== true,
  );
  if (problems.length === 0) return;
  const { describeError } = await import("@usdkit/usd");
  const note = (text: string): void => context.stderr.write(`${command}: ${escapeLines(text)}\n`);
  for (const { prim, error } of problems.slice(0, MAX_PROBLEMS)) {
    const { layer: name, line, column, message } = describeError(nameOf, prim, error);
    const place = name === null ? root : `${name}${line === null ? "" : `:${line}:${column ?? 1}`}`;
    note(`${place}: ${prim}: ${message}`);
  }
  const rest = problems.length - MAX_PROBLEMS;
  if (rest > 0) note(`${rest} more composition errors; usda compose lists all`);
}
