/** Checks one file. Runs in the main thread and in workers. */
import { checkScene, type CheckOptions } from "@usdkit/validate";
import { lfsObjectId } from "../files/lfs-pointer.ts";
import type { Checked, FixLevel } from "./checked.ts";
import { isBinary } from "./is-binary.ts";
import { pointerFindings } from "./lfs-finding.ts";

export async function checkSource(source: Uint8Array, options: CheckOptions, fix: FixLevel): Promise<Checked> {
  if (isBinary(source)) {
    const { checkBinary } = await import("./check-binary.ts");
    return checkBinary(source, options, fix);
  }
  const isPointer = lfsObjectId(source) !== undefined;
  if (fix !== "none" && !isPointer) {
    const { fixSource } = await import("./fix-source.ts");
    return fixSource(source, options, fix === "unsafe");
  }
  const { profile, findings } = checkScene(source, options);
  return { profile, findings: isPointer ? pointerFindings(findings) : findings, applied: 0 };
}
