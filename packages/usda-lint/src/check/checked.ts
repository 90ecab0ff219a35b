import type { Finding, ResolvedProfile } from "@usdkit/validate";

/** Which fixes to apply. */
export type FixLevel = "none" | "safe" | "unsafe";

/** Findings and fixes of one text. */
export interface Checked {
  readonly profile: ResolvedProfile;
  /** In the order of the text; after fixes, of the fixed text. */
  readonly findings: readonly Finding[];
  /** The text after fixes; undefined if none was applied. */
  readonly fixed?: Uint8Array | undefined;
  /** Number of fixes. */
  readonly applied: number;
}
