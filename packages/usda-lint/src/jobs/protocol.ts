/** Messages between the main thread and a worker. */
import type { KnownFinding } from "@usdkit/validate";
import type { Checked, FixLevel } from "../check/checked.ts";
import type { WireOptions } from "../check/wire-options.ts";
import type { Formatted } from "./format-source.ts";

/** What a worker does with a text. */
export type Work =
  | {
      readonly kind: "check";
      readonly options: number;
      readonly fix: FixLevel;
      /** Findings that are not fixed. */
      readonly known: readonly KnownFinding[] | undefined;
    }
  | { readonly kind: "format" };

export type Request =
  | { readonly kind: "options"; readonly id: number; readonly options: WireOptions }
  | {
      readonly kind: "work";
      readonly work: Work;
      readonly source: Uint8Array;
      /** A text that was handed over, not copied, has to come back. */
      readonly isMoved: boolean;
    };

/** What came of a text, in the order of the requests. */
export type Reply = Outcome & { readonly source: Uint8Array | undefined };

export type Outcome = { readonly checked: Checked } | { readonly formatted: Formatted } | { readonly error: string };

/** Worker data of our workers: others may load the module as well. */
export const WORKER_MARK = "usda-lint-worker";
