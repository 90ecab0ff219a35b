/** One text through the engine. Runs in the main thread and in workers. */
import { checkScene, type CheckOptions, type Finding, type ResolvedProfile } from "@usdkit/validate";

/** Which fixes to apply. */
export type FixLevel = "none" | "safe" | "unsafe";

export interface Checked {
  readonly profile: ResolvedProfile;
  /** In the order of the text; after fixes, of the fixed text. */
  readonly findings: readonly Finding[];
  /** The text after fixes; undefined where none was applied. */
  readonly fixed?: Uint8Array | undefined;
  /** How many fixes were. */
  readonly applied: number;
}

export async function checkSource(source: Uint8Array, options: CheckOptions, fix: FixLevel): Promise<Checked> {
  if (fix !== "none") {
    const { fixSource } = await import("../fix/fix-source.ts");
    return fixSource(source, options, fix === "unsafe");
  }
  const { profile, findings } = checkScene(source, options);
  return { profile, findings, applied: 0 };
}
