/** Matches the patterns of path expressions against prims and properties. */
import { STRETCH, type PathPattern, type PatternElement } from "@usdkit/usda";
import { compilePredicate } from "./compile-predicate.ts";
import { isGlob, matchesGlob } from "./glob.ts";
import type { PredicateTest } from "./predicates.ts";
import type { QueryPrim } from "./query-prim.ts";

/** A prim or property, by what leads to it from the pseudo-root. */
export interface QueryPath {
  /** Root prim first. */
  readonly prims: readonly QueryPrim[];
  /** The name of a property of the last prim. */
  readonly property: string | undefined;
}

export type PathTest = (path: QueryPath) => boolean;

interface Component {
  readonly isAnyName: boolean;
  readonly matchesName: (name: string) => boolean;
  readonly predicate: PredicateTest | undefined;
}

/** Components that match successive names; between runs any number of prims may be. */
type Run = readonly Component[];

/**
 * Returns the test of a pattern with an absolute path.
 *
 * @throws QueryError for a predicate that does not exist
 */
export function patternTest({ steps, property }: PathPattern): PathTest {
  const runs: Component[][] = [[]];
  for (const step of steps) {
    if (step === STRETCH) runs.push([]);
    else runs[runs.length - 1].push(component(step));
  }
  if (property !== undefined) runs[runs.length - 1].push(component(property));
  const endsOpen = steps.at(-1) === STRETCH && property === undefined;
  const last = property ?? steps.at(-1);
  // `/A//` and `//{test}` match properties too, `//A` does not.
  const takesProperties =
    property !== undefined || endsOpen || (last !== undefined && last !== STRETCH && last.glob === "");
  const takesPrims = property === undefined;
  return (path) => (path.property === undefined ? takesPrims : takesProperties) && matchesRuns(runs, path);
}

/**
 * The first run matches at the start, the last one at the end, and those between at the first place possible. A run that begins
 * with a predicate alone may begin at the prim where the run before it ends: `//` includes the prim itself.
 */
function matchesRuns(runs: readonly Run[], path: QueryPath): boolean {
  const length = path.prims.length + (path.property === undefined ? 0 : 1);
  const [first] = runs;
  if (runs.length === 1) return first.length === length && matchesAt(first, path, 0);
  if (first.length > length || !matchesAt(first, path, 0)) return false;
  let end = first.length;
  for (const run of runs.slice(1, -1)) {
    let at = earliest(run, end);
    while (at + run.length <= length && !matchesAt(run, path, at)) at++;
    if (at + run.length > length) return false;
    end = at + run.length;
  }
  const last = runs[runs.length - 1];
  const at = length - last.length;
  return at >= earliest(last, end) && matchesAt(last, path, at);
}

function earliest(run: Run, end: number): number {
  return run.length > 0 && run[0].isAnyName && end > 0 ? end - 1 : end;
}

function matchesAt(run: Run, { prims, property }: QueryPath, at: number): boolean {
  return run.every(({ matchesName, predicate }, i) => {
    const position = at + i;
    const isProperty = position === prims.length;
    const prim = prims[isProperty ? position - 1 : position];
    const name = isProperty ? (property ?? "") : prim.name;
    return matchesName(name) && (predicate === undefined || predicate({ prim, isProperty }));
  });
}

function component({ glob, selections, predicate }: PatternElement): Component {
  return {
    isAnyName: glob === "",
    // Paths of a stage have no variant selections.
    matchesName: selections === undefined ? nameTest(glob) : () => false,
    predicate: predicate && compilePredicate(predicate.tree),
  };
}

function nameTest(glob: string): (name: string) => boolean {
  if (glob === "") return () => true;
  return isGlob(glob) ? (name) => matchesGlob(glob, name) : (name) => name === glob;
}
