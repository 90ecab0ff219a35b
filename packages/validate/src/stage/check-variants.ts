/** The check of a stage with other selections of variants. */
import type { PathId, StageOptions } from "@usdkit/usd";
import type { StageFinding } from "./place-finding.ts";
import { StageCheck, type StageCheckOptions } from "./stage-check.ts";
import { variantSetsOf, variantSitesOf } from "./variant-sets.ts";

/** Which variants are checked. */
export interface VariantOptions {
  /** The selections of the stage: sets that they name are not varied. */
  readonly selections?: StageOptions["variants"];
  /** Combinations of variants that are checked; default 1000. */
  readonly maxCombinations?: number | undefined;
  /** Prims that are visited, those of all combinations together; default 500,000. */
  readonly maxPrims?: number | undefined;
}

/** What {@link checkVariants} found. */
export interface VariantFindings {
  /** Findings that the stage does not have with its own selections. */
  readonly findings: readonly StageFinding[];
  /** Combinations that were checked. */
  readonly checked: number;
  /** Combinations beyond the limits. */
  readonly left: number;
}

type Selections = Readonly<Record<string, string>>;
type PrimStack = Parameters<typeof variantSetsOf>[0];

const MAX_COMBINATIONS = 1000;
const MAX_PRIMS = 500_000;
/** Combinations of one prim that are listed. */
const MAX_KNOWN = 100_000;

/**
 * Checks a stage, which was checked with its own selections, once for each combination of the variants of each prim; all other prims
 * keep their selections. Of prims with the same definitions of variants each combination is checked once. Yields after each prim; the stage has its own selections
 * again at the end.
 */
export async function* checkVariants(
  check: StageCheck,
  checkOptions: StageCheckOptions,
  options: VariantOptions = {},
): AsyncGenerator<undefined, VariantFindings> {
  const { selections = {}, maxCombinations = MAX_COMBINATIONS, maxPrims = MAX_PRIMS } = options;
  const { stage } = check;
  const prims = check.primsWithVariants.map((prim) => {
    const path = stage.paths.text(prim);
    const specs = stage.primStack(path);
    return { prim, path, specs, sites: variantSitesOf(specs) };
  });
  const seen = new Map<string, Set<string>>();
  for (const { sites, specs } of prims) {
    let known = seen.get(sites);
    if (known === undefined) seen.set(sites, (known = new Set()));
    known.add(keyOfSelections(selectedIn(specs)));
  }
  const known = new Set(Array.from(check.each(), keyOf));
  const readers =
    prims.length === 0 ? new Map<PathId, ReadonlySet<PathId>>() : check.readersBelow(prims.map(({ prim }) => prim));
  const found: StageFinding[] = [];
  let checked = 0;
  let left = 0;
  let visits = 0;
  try {
    for (const { prim, path, specs, sites } of prims) {
      const fixed = selections[path] ?? {};
      const combinations = new Combinations(fixed, seen.get(sites) ?? new Set());
      combinations.add(specs, {});
      for (let each = combinations.next(); each !== undefined; each = combinations.next()) {
        if (checked >= maxCombinations || visits >= maxPrims) {
          left += 1 + combinations.waiting;
          break;
        }
        checked++;
        await stage.update({ variants: { ...selections, [path]: { ...fixed, ...each } } });
        combinations.add(stage.primStack(path), each);
        const part = new StageCheck(stage, checkOptions);
        for (const _ of part.runPart([prim], readers.get(prim) ?? [])) {
          if (++visits >= maxPrims) break;
          yield undefined;
        }
        for (const finding of part.findings({ listsPrims: true })) {
          const key = keyOf(finding);
          if (known.has(key)) continue;
          known.add(key);
          found.push({ ...finding, variants: labelOf(path, each) });
        }
      }
    }
  } finally {
    if (checked > 0) await stage.update({ variants: selections });
  }
  return { findings: found, checked, left };
}

/** The combinations of variants of one prim: a selected variant may have further sets. */
class Combinations {
  private readonly fixed: Selections;
  private readonly seen: Set<string>;
  private readonly queue: Selections[] = [];

  /**
   * @param fixed selections of sets that are not varied
   * @param seen combinations that are left out; those that are added are in it then
   */
  constructor(fixed: Selections, seen: Set<string>) {
    this.fixed = fixed;
    this.seen = seen;
  }

  get waiting(): number {
    return this.queue.length;
  }

  next(): Selections | undefined {
    return this.queue.shift();
  }

  /** Adds the combinations of the sets that a prim has with some selections, and that these do not name. */
  add(specs: PrimStack, selected: Selections): void {
    const { fixed, seen, queue } = this;
    const sets = variantSetsOf(specs).filter(({ name }) => !Object.hasOwn(fixed, name));
    let combinations: Selections[] = [selected];
    for (const { name, variants } of sets) {
      if (Object.hasOwn(selected, name)) continue;
      // More than anyone checks.
      if (combinations.length * variants.length > MAX_KNOWN) break;
      combinations = combinations.flatMap((each) => variants.map((variant) => ({ ...each, [name]: variant })));
    }
    seen.add(keyOfSelections({ ...selectedIn(specs), ...fixed, ...selected }));
    for (const each of combinations) {
      const key = keyOfSelections({ ...fixed, ...each });
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push(each);
    }
  }
}

/** Returns the variants that contribute to a prim. */
function selectedIn(specs: PrimStack): Selections {
  return Object.fromEntries(
    variantSetsOf(specs).flatMap(({ name, selected }) => (selected === undefined ? [] : [[name, selected]])),
  );
}

function keyOfSelections(selections: Selections): string {
  return JSON.stringify(Object.entries(selections).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function labelOf(prim: string, selections: Selections): string {
  return (
    prim +
    Object.entries(selections)
      .map(([set, variant]) => `{${set}=${variant}}`)
      .join("")
  );
}

function keyOf({ rule, layer, offset, finding }: StageFinding): string {
  return `${rule}\0${layer}\0${offset ?? finding.range?.start ?? finding.primPath}\0${finding.message}`;
}
