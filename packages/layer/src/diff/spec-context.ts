import type { Comparison } from "./compare-values.ts";
import type { KeyPath } from "./compare-dictionaries.ts";
import type { Difference } from "./types.ts";

/** The context for comparing one spec with another. */
export interface SpecContext {
  readonly comparison: Comparison;
  /** Receives a difference. */
  readonly emit: (difference: Difference) => void;
  /** Returns whether the patterns cover a metadata field of the spec, or an entry of it. */
  readonly ignoresField: (field: string, keys?: KeyPath) => boolean;
}
