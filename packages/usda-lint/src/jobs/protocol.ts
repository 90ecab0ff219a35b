/** Messages between the main thread and a worker. */
import type { Checked, FixLevel } from "../check/checked.ts";
import type { WireOptions } from "../check/wire-options.ts";

export type Request =
  | { readonly kind: "options"; readonly id: number; readonly options: WireOptions }
  | {
      readonly kind: "check";
      readonly options: number;
      readonly source: Uint8Array;
      readonly fix: FixLevel;
      /** A text that was handed over, not copied, has to come back. */
      readonly isMoved: boolean;
    };

/** In the order of the checks. */
export type Reply =
  | { readonly checked: Checked; readonly source: Uint8Array | undefined }
  | { readonly error: string; readonly source: Uint8Array | undefined };

/** Worker data of our workers: others may load the module as well. */
export const WORKER_MARK = "usda-lint-worker";
