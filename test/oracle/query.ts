// Evaluates random path expressions on random stages and compares the paths that match with the reference implementation.
//
//   node test/oracle/query.ts [--seeds N] [--from N] [--show] [--minimise]
//
// Each seed is a stage with 20 expressions, evaluated for the default prims and for all. See `campaign.ts` for the options and the
// exit code.

import { join } from "node:path";
import { parseArgs } from "node:util";
import { memoryResolver, QueryError, queryStage, Stage } from "@usdkit/usd";
import { pathExpressionTree } from "@usdkit/usda";
import { randomQueries } from "../composition/random-query.ts";
import { campaignOptions, runCampaign } from "./campaign.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";

const { values: options } = parseArgs({ options: campaignOptions });

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

await runCampaign(
  {
    name: "query",
    make: (seed) => randomQueries(seed, EXPRESSIONS),
    compare: async ({ files, expressions }, folder) => {
      const withProperties = expressions.map(hasProperties);
      const request = { root: join(folder, "root.usda"), expressions, withProperties };
      const { answers, failed }: Answer = await worker.ask(request);
      if (answers === undefined) return { kind: "failed", detail: failed };
      const encoder = new TextEncoder();
      const resolver = memoryResolver(new Map([...files].map(([name, text]) => [name, encoder.encode(text)])));
      const stage = await Stage.open("root.usda", { resolver });
      const found = expressions
        .map((each, i) => difference(stage, each, answers[i]))
        .filter((each) => each !== undefined);
      return found.length === 0 ? { kind: "same" } : { kind: "different", detail: found.join("\n") };
    },
  },
  options,
  counts,
);
worker.close();
