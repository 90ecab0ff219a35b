/** Runs one rule on the examples of stages, for the tests of stage rules. */
import { applyEdits, parseUsda, type TextEdit } from "@usdkit/usda";
import { memoryResolver, Stage } from "@usdkit/usd";
import { EditSet } from "../engine/edit-set.ts";
import type { Fix } from "../model/finding.ts";
import type { BadStageExample, StageExample, StageRule } from "../rule/stage-rule.ts";
import { reportLayer } from "../stage/report-layer.ts";
import type { RuleFailure } from "../stage/rule-calls.ts";
import { StageCheck } from "../stage/stage-check.ts";

/** A finding in an example. */
export interface ExampleFinding {
  /** `layer:line:column severity: message` */
  readonly text: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly layer: string;
  readonly fixes: readonly Fix[];
}

export interface ExampleResult {
  readonly findings: readonly ExampleFinding[];
  readonly failures: readonly RuleFailure[];
}

const encoder = new TextEncoder();

/** Returns the files of an example as bytes. */
export function filesOf({ files }: StageExample): ReadonlyMap<string, Uint8Array> {
  return new Map(
    Object.entries(files).map(([name, text]) => [name, typeof text === "string" ? encoder.encode(text) : text]),
  );
}

/** Returns the findings of a rule, by layer and place. The first file is the root layer. */
export async function checkExample(
  rule: StageRule,
  files: ReadonlyMap<string, Uint8Array>,
  limits?: StageExample["limits"],
): Promise<ExampleResult> {
  const [root = ""] = files.keys();
  const stage = await Stage.open(root, { resolver: memoryResolver(files) });
  const check = new StageCheck(stage, { rules: [rule], limits, readAsset: (name) => files.get(name) });
  const steps = check.run();
  while (steps.next().done !== true);
  const found = check.findings();
  const { id, isOptIn, severity } = rule.meta;
  const rules = isOptIn === true ? { [id]: severity } : {};
  const layers = [...new Set(found.map(({ layer }) => layer))].sort();
  const findings = layers.flatMap((layer): readonly ExampleFinding[] => {
    const source = files.get(layer);
    const own = found.filter((each) => each.layer === layer);
    const parsed = source === undefined ? undefined : parseUsda(source);
    if (parsed?.ok !== true) {
      return own.map(({ finding: { severity: level, message, hint } }) => {
        return { text: `${layer}: ${level ?? severity}: ${message}`, message, hint, layer, fixes: [] };
      });
    }
    return reportLayer(parsed.layer, own, { rules }).findings.map(
      ({ start, severity: level, message, hint, fixes }) => ({
        text: `${layer}:${start.line}:${start.column} ${level}: ${message}`,
        message,
        hint,
        layer,
        fixes,
      }),
    );
  });
  return { findings, failures: check.failures };
}

/** A fix may uncover others; two that undo each other must terminate. */
const MAX_PASSES = 5;

/** The files after the fixes of a rule, and the fixes. */
export interface FixedExample {
  /** Those that changed, as text. */
  readonly changed: Readonly<Record<string, string>>;
  readonly fixes: readonly Fix[];
  /** Findings after the fixes. */
  readonly left: readonly ExampleFinding[];
}

/** Applies the first fix of each finding, safe or not, in passes until none is left. */
export async function fixExample(rule: StageRule, example: BadStageExample): Promise<FixedExample> {
  const before = filesOf(example);
  const files = new Map(before);
  const fixes: Fix[] = [];
  let { findings } = await checkExample(rule, files, example.limits);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const edits = new Map<string, EditSet>();
    for (const { layer, fixes: own } of findings) {
      const [fix] = own;
      if (fix === undefined) continue;
      let known = edits.get(layer);
      if (known === undefined) edits.set(layer, (known = new EditSet()));
      if (known.add(fix.edits)) fixes.push(fix);
    }
    if (edits.size === 0) break;
    for (const [layer, { inOrder }] of edits) files.set(layer, edited(files.get(layer), inOrder));
    ({ findings } = await checkExample(rule, files, example.limits));
  }
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const changed = [...files].filter(([name, bytes]) => bytes !== before.get(name));
  return {
    changed: Object.fromEntries(changed.map(([name, bytes]) => [name, decoder.decode(bytes)])),
    fixes,
    left: findings,
  };
}

function edited(bytes: Uint8Array | undefined, edits: readonly TextEdit[]): Uint8Array {
  if (bytes === undefined) throw new Error("a fix edits a layer that is no file");
  return applyEdits(bytes, edits);
}
