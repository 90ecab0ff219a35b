import type { Comparison } from "./compare-values.ts";
import type { KeyPath } from "./compare-dictionaries.ts";
import type { Difference } from "./types.ts";

/** What the comparison of one spec with another is given. */
export interface SpecContext {
  readonly comparison: Comparison;
  /** Takes a difference. */
  readonly emit: (difference: Difference) => void;
  /** Whether the patterns cover a metadata field of the spec, or an entry of it. */
  readonly ignoresField: (field: string, keys?: KeyPath) => boolean;
}
