/** Selections of variants that select nothing. */
import type { Stage } from "../stage/stage.ts";
import type { StageOptions } from "../stage/stage-options.ts";
import { variantSetsOf } from "./variant-sets.ts";

/** Names that a sentence lists. */
const MAX_NAMES = 10;

/** A selection that selects nothing. */
export interface UnmatchedSelection {
  /** `/World/Chair{look=red}` */
  readonly selection: string;
  /** Why, with what there is. */
  readonly problem: string;
}

/**
 * Returns each selection without a prim, variant set or variant in a stage: composition ignores these, but they are seldom
 * meant. An empty selection needs no variant.
 *
 * ```ts
 * unmatchedSelections(stage, { "/World/Chair": { look: "rde" } });
 * // [{ selection: "/World/Chair{look=rde}", problem: '"look" has no variant "rde": it has "oak", "red"' }]
 * ```
 */
export function unmatchedSelections(
  stage: Stage,
  selections: NonNullable<StageOptions["variants"]>,
): readonly UnmatchedSelection[] {
  const found: UnmatchedSelection[] = [];
  for (const [prim, sets] of Object.entries(selections)) {
    for (const [set, variant] of Object.entries(sets)) {
      const problem = problemOf(stage, prim, set, variant);
      if (problem !== undefined) found.push({ selection: `${prim}{${set}=${variant}}`, problem });
    }
  }
  return found;
}

function problemOf(stage: Stage, prim: string, set: string, variant: string): string | undefined {
  if (stage.primStack(prim).length === 0) return "there is no such prim";
  const sets = variantSetsOf(stage, prim);
  const found = sets.find(({ name }) => name === set);
  if (found === undefined) return `the prim has no variant set "${set}"${listed(sets.map(({ name }) => name))}`;
  if (variant === "" || found.variants.includes(variant)) return undefined;
  return `"${set}" has no variant "${variant}"${listed(found.variants)}`;
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "";
  const shown = names.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  const rest = names.length - shown.length;
  return `: it has ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
