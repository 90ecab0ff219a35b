// Evaluates random path expressions on random stages and compares the paths that match with the reference implementation.
//
//   node test/oracle/query.ts [--seeds N] [--from N] [--show]
//
// Each seed is a stage with 20 expressions, evaluated for the default prims and for all. The exit code is 1 if any differs.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { memoryResolver, QueryError, queryStage, Stage } from "@usdkit/usd";
import { pathExpressionTree } from "@usdkit/usda";
import { randomQueries } from "../composition/random-query.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";

const { values: options } = parseArgs({
  options: {
    seeds: { type: "string", default: "200" },
    from: { type: "string", default: "1" },
    show: { type: "boolean", default: false },
  },
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

const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "query-stage.py"),
});
const folder = mkdtempSync(join(tmpdir(), "usdkit-queries-"));
/**
 * A predicate without a name after `//`, followed by more: the reference compares it with the prim before the `//` too, and then
 * reads beyond the path, so that it crashes or answers by chance.
 */
const UNDEFINED = /\/\/\{[^}]*\}[^}]*\/(?!\/?$)/u;

// The reference's search skips patterns after a short circuit without their state, and then crashes or misses paths that its
// own test includes.
const counts = { same: 0, different: 0, searchDiffers: 0, undefined: 0, crashed: 0, invalid: 0, failed: 0, paths: 0 };
const first = Number(options.from);
for (let seed = first; seed < first + Number(options.seeds); seed++) {
  const { files, expressions } = randomQueries(seed, EXPRESSIONS);
  // A folder for each: the reference keeps layers that are open.
  const place = join(folder, String(seed));
  mkdirSync(place);
  for (const [name, text] of files) writeFileSync(join(place, name), text);
  const withProperties = expressions.map(hasProperties);
  const { answers, failed }: Answer = await worker.ask({ root: join(place, "root.usda"), expressions, withProperties });
  if (answers === undefined) {
    counts.failed++;
    console.log(`seed ${seed}: the reference failed: ${failed ?? ""}`);
    continue;
  }
  const encoder = new TextEncoder();
  const resolver = memoryResolver(new Map([...files].map(([name, text]) => [name, encoder.encode(text)])));
  const stage = await Stage.open("root.usda", { resolver });
  for (const [i, expression] of expressions.entries()) {
    const ours = evaluate(stage, expression);
    const theirs = answers[i];
    if (theirs === "crashed") {
      counts.crashed++;
      continue;
    }
    if (theirs === null) counts.invalid++;
    counts.paths += theirs?.searched[0].length ?? 0;
    const isSame = same(ours, theirs?.searched ?? null);
    const isMatched = same(ours, theirs?.matched ?? null);
    const isUndefined = UNDEFINED.test(expression);
    counts[isSame ? "same" : isMatched ? "searchDiffers" : isUndefined ? "undefined" : "different"]++;
    if (isSame || isMatched || isUndefined) continue;
    console.log(`seed ${seed}: ${expression}`);
    for (const [j, name] of ["default prims", "all prims"].entries()) {
      const [a, b] = [new Set(ours?.[j]), new Set(theirs?.matched[j])];
      console.log(`  ${name}: only ours ${without(a, b)}; only theirs ${without(b, a)}`);
    }
    if (options.show) for (const [name, text] of files) console.log(`--- ${name}\n${text}`);
  }
}
worker.close();
rmSync(folder, { recursive: true });
console.log(JSON.stringify(counts));
process.exitCode = counts.different === 0 && counts.failed === 0 ? 0 : 1;
