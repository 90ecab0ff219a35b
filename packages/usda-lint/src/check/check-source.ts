/** Checks one text. Runs in the main thread and in workers. */
import { checkScene, type CheckOptions } from "@usdkit/validate";
import type { Checked, FixLevel } from "./checked.ts";

export async function checkSource(source: Uint8Array, options: CheckOptions, fix: FixLevel): Promise<Checked> {
  if (fix !== "none") {
    const { fixSource } = await import("./fix-source.ts");
    return fixSource(source, options, fix === "unsafe");
  }
  const { profile, findings } = checkScene(source, options);
  return { profile, findings, applied: 0 };
}
