/** One text through the engine, with its fixes applied. A module of its own: a run that fixes nothing does not load it. */
import { fixScene, type FixOptions } from "@usdkit/validate";
import { problemsOf, type Checked } from "./checked.ts";

/** @returns What is left, and the fixed text where a fix was applied. */
export function fixSource(source: Uint8Array, options: FixOptions): Checked {
  const { source: fixed, report, applied } = fixScene(source, options);
  const { profile, findings, failures } = report;
  const checked = { profile, findings, applied, problems: problemsOf(failures) };
  return applied > 0 ? { ...checked, fixed } : checked;
}
