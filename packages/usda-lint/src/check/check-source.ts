/** Checks one file. Runs in the main thread and in workers. */
import { checkScene, type CheckOptions, type KnownFinding } from "@usdkit/validate";
import { lfsObjectId } from "../files/lfs-pointer.ts";
import { problemsOf, type Checked, type FixLevel } from "./checked.ts";
import { isBinaryLayer } from "@usdkit/base";
import { pointerFindings } from "./lfs-finding.ts";

/** @param known Findings that are not fixed, those of the baseline; they stay among the findings. */
export async function checkSource(
  source: Uint8Array,
  options: CheckOptions,
  fix: FixLevel,
  known?: readonly KnownFinding[],
): Promise<Checked> {
  if (isBinaryLayer(source)) {
    const { checkBinary } = await import("./check-binary.ts");
    return checkBinary(source, { ...options, known }, fix);
  }
  const isPointer = lfsObjectId(source) !== undefined;
  if (fix !== "none" && !isPointer) {
    const { fixSource } = await import("./fix-source.ts");
    return fixSource(source, { ...options, known, unsafe: fix === "unsafe" });
  }
  const { profile, findings, failures } = checkScene(source, options);
  const problems = problemsOf(failures);
  return { profile, findings: isPointer ? pointerFindings(findings) : findings, applied: 0, problems };
}
