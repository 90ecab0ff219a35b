// Findings of severity error of the profile `usd` on a stage, as the command reports them.

import { readFileSync } from "node:fs";
import { Stage } from "@usdkit/usd";
import { fileResolver } from "@usdkit/usd/files";
import { checkScene } from "@usdkit/validate";
import { StageCheck, stageRules } from "@usdkit/validate/stage";

/** A finding of severity error. */
export interface ErrorOfFile {
  readonly rule: string;
  readonly prim: string;
  /** Path of the layer that has it. */
  readonly layer: string;
  readonly message: string;
}

const rules = stageRules.filter(({ meta }) => meta.profiles.includes("usd") && meta.isOptIn !== true);
const severities = new Map(rules.map(({ meta }) => [meta.id, meta.severity]));

/** Returns the findings of severity error in the text of a root layer and on its stage; throws if it does not open. */
export async function errorsOf(file: string): Promise<readonly ErrorOfFile[]> {
  const found = file.endsWith(".usda") ? errorsOfText(file) : [];
  const stage = await Stage.open(file, { resolver: fileResolver({}), hasOwnSession: true });
  const check = new StageCheck(stage, { rules });
  const steps = check.run();
  while (steps.next().done !== true);
  for (const { rule, prim, error } of check.failures) throw new Error(`${rule} threw for <${prim}>`, { cause: error });
  for (const { rule, prim, layer, finding } of check.findings()) {
    const { severity = severities.get(rule), message } = finding;
    if (severity === "error") found.push({ rule, prim, layer, message });
  }
  return found;
}

function errorsOfText(file: string): ErrorOfFile[] {
  return checkScene(readFileSync(file), { profile: "usd" }).findings.flatMap(({ rule, severity, message, primPath }) =>
    severity === "error" ? { rule, prim: primPath ?? "/", layer: file, message } : [],
  );
}
