// Evaluates random path expressions on random stages and compares the paths that match with the reference implementation.
//
//   node test/oracle/query.ts [--seeds N] [--from N] [--show] [--minimise]
//   node test/oracle/query.ts --folder DIR [--match TEXT]
//
// Each seed is a stage with 20 expressions, evaluated for the default prims and for all. `--folder` takes every layer with arcs below a
// folder as a root layer, with expressions of the names of its prims. See `campaign.ts` for the options and the
// exit code.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { memoryResolver, pathResolver, QueryError, queryStage, Stage } from "@usdkit/usd";
import { pathExpressionTree } from "@usdkit/usda";
import { Random } from "../bench/generate/random.ts";
import { fileExpressions, randomQueries } from "../composition/random-query.ts";
import { campaignOptions, compareFiles, runCampaign, type Outcome } from "./campaign.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";
import { isFile, rootsBelow } from "./stage-files.ts";

const { values: options } = parseArgs({
  options: { ...campaignOptions, folder: { type: "string" }, match: { type: "string", default: "" } },
});

const EXPRESSIONS = 20;

interface Found {
  /** By its search: the default prims, and all. */
  readonly searched: readonly (readonly string[])[];
  /** By its test of each path. */
  readonly matched: readonly (readonly string[])[];
}

interface Answer {
  readonly failed?: string;
  /** By expression; null if it cannot be evaluated. */
  readonly answers?: readonly (Found | "crashed" | null)[];
}

/** Whether an expression has a pattern of properties after its normalization: only then are properties part of the result. */
function hasProperties(expression: string): boolean {
  const result = pathExpressionTree(expression);
  const waiting = "tree" in result ? [result.tree] : [];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.operator !== undefined) waiting.push(...node.operands);
    else if (node.atom.kind === "pattern" && node.atom.property !== undefined) return true;
  }
  return false;
}

function evaluate(stage: Stage, expression: string): readonly (readonly string[])[] | null {
  try {
    return [false, true].map((all) => [...queryStage(stage, expression, { all })].map(({ path }) => path).sort());
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

function same(ours: unknown, theirs: unknown): boolean {
  return JSON.stringify(ours) === JSON.stringify(theirs);
}

function without(paths: ReadonlySet<string>, others: ReadonlySet<string>): string {
  return [...paths]
    .filter((each) => !others.has(each))
    .slice(0, 8)
    .join(" ");
}

/**
 * A predicate without a name after `//`, followed by more: the reference compares it with the prim before the `//` too, and then
 * reads beyond the path, so that it crashes or answers by chance.
 */
const UNDEFINED = /\/\/\{[^}]*\}[^}]*\/(?!\/?$)/u;

const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "query-stage.py"),
});
/**
 * Of expressions. `searchDiffers`: the reference's search skips patterns after a short circuit without their state, and then crashes or
 * misses paths that its own test includes.
 */
const counts = { expressions: 0, searchDiffers: 0, undefined: 0, crashed: 0, invalid: 0, paths: 0 };

/** Compares one expression; returns the difference. */
function difference(
  stage: Stage,
  expression: string,
  theirs: Found | "crashed" | null | undefined,
): string | undefined {
  const ours = evaluate(stage, expression);
  counts.expressions++;
  if (theirs === "crashed") counts.crashed++;
  if (theirs === null) counts.invalid++;
  if (theirs === "crashed") return undefined;
  counts.paths += theirs?.searched[0].length ?? 0;
  if (same(ours, theirs?.searched ?? null)) return undefined;
  if (same(ours, theirs?.matched ?? null)) {
    counts.searchDiffers++;
    return undefined;
  }
  if (UNDEFINED.test(expression)) {
    counts.undefined++;
    return undefined;
  }
  const lines = ["default prims", "all prims"].map((name, j) => {
    const [a, b] = [new Set(ours?.[j]), new Set(theirs?.matched[j])];
    return `    ${name}: only ours ${without(a, b)}; only theirs ${without(b, a)}`;
  });
  return [expression, ...lines].join("\n");
}

/** Compares the expressions on a stage. */
async function compare(root: string, expressions: readonly string[], open: () => Promise<Stage>): Promise<Outcome> {
  const withProperties = expressions.map(hasProperties);
  const { answers, failed }: Answer = await worker.ask({ root, expressions, withProperties });
  if (answers === undefined) return { kind: "failed", detail: failed };
  const stage = await open();
  const found = expressions.map((each, i) => difference(stage, each, answers[i])).filter((each) => each !== undefined);
  return found.length === 0 ? { kind: "same" } : { kind: "different", detail: found.join("\n") };
}

/** Stages of files may be large: the prims that expressions take their names from. */
const MAX_NAMES = 300;

/** Compares expressions with the names of a stage's prims. */
async function compareFile(root: string): Promise<Outcome> {
  const read = (path: string): Uint8Array | undefined => (isFile(path) ? readFileSync(path) : undefined);
  const stage = await Stage.open(root, { resolver: pathResolver({ read }), hasOwnSession: true }).catch(
    () => undefined,
  );
  if (stage === undefined) return { kind: "refused" };
  const paths: string[] = [];
  for (const path of stage.traverse()) if (paths.push(path) === MAX_NAMES) break;
  return compare(root, fileExpressions(new Random(paths.length), paths), async () => stage);
}

const { folder: searched } = options;
if (searched !== undefined) {
  const roots = [...rootsBelow(searched, options.match)];
  await compareFiles({ name: "query-files", folder: searched, roots, compare: compareFile }, counts);
} else {
  await runCampaign(
    {
      name: "query",
      make: (seed) => randomQueries(seed, EXPRESSIONS),
      compare: async ({ files, expressions }, folder) => {
        const encoder = new TextEncoder();
        const resolver = memoryResolver(new Map([...files].map(([name, text]) => [name, encoder.encode(text)])));
        return compare(join(folder, "root.usda"), expressions, async () => Stage.open("root.usda", { resolver }));
      },
    },
    options,
    counts,
  );
}
worker.close();
