import type { Finding, ResolvedProfile, ThrownByRule } from "@usdkit/validate";

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
  /** Rules that threw, for messages; the findings are those of the others. */
  readonly problems?: readonly string[] | undefined;
}

/** Returns messages about rules that threw; undefined without any. */
export function problemsOf(failures: readonly ThrownByRule[]): readonly string[] | undefined {
  if (failures.length === 0) return undefined;
  return failures.map(
    ({ rule, error }) => `the rule "${rule}" threw: ${error instanceof Error ? error.message : String(error)}`,
  );
}
