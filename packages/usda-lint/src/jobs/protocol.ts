/** Messages between the main thread and a worker. */
import type { KnownFinding } from "@usdkit/validate";
import type { Checked, FixLevel } from "../check/checked.ts";
import type { WireOptions } from "../check/wire-options.ts";
import type { ComposerSettings, RootOutcome, RootTask } from "../composed/root-outcome.ts";
import type { Formatted } from "./format-source.ts";

/** What a worker does. */
export type Work =
  | {
      readonly kind: "check";
      readonly options: number;
      readonly fix: FixLevel;
      /** Findings that are not fixed. */
      readonly known: readonly KnownFinding[] | undefined;
    }
  | { readonly kind: "format" }
  | { readonly kind: "compose"; readonly root: RootTask };

export type Request =
  | { readonly kind: "options"; readonly id: number; readonly options: WireOptions }
  /** How roots are composed from now on; undefined: no more are. */
  | { readonly kind: "stages"; readonly settings: ComposerSettings | undefined }
  | {
      readonly kind: "work";
      readonly work: Work;
      /** Undefined for work on files that the worker reads. */
      readonly source: Uint8Array | undefined;
      /** A text that was handed over, not copied, has to come back. */
      readonly isMoved: boolean;
    };

/** What came of the work, in the order of the requests. */
export type Reply = Outcome & { readonly source: Uint8Array | undefined };

export type Outcome =
  | { readonly checked: Checked }
  | { readonly formatted: Formatted }
  | { readonly root: RootOutcome }
  | { readonly error: string };

/** Worker data of our workers: others may load the module as well. */
export const WORKER_MARK = "usda-lint-worker";
