import type { Finding, ResolvedProfile } from "@usdkit/validate";

/** Which fixes to apply. */
export type FixLevel = "none" | "safe" | "unsafe";

/** What the engine has to say of one text. */
export interface Checked {
  readonly profile: ResolvedProfile;
  /** In the order of the text; after fixes, of the fixed text. */
  readonly findings: readonly Finding[];
  /** The text after fixes; undefined where none was applied. */
  readonly fixed?: Uint8Array | undefined;
  /** How many fixes were. */
  readonly applied: number;
}
