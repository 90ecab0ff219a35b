/** Root layers that threads compose, and what comes of them: plain data. */
import type { CheckOptions, SetVerdict, StageLimits } from "@usdkit/validate";
import type { StageStamps } from "../files/stage-stamps.ts";
import type { CheckedRoot, CompositionSettings } from "./check-root.ts";
import type { ComposedFiles } from "./choose-roots.ts";

/** Settings of a root by its configuration. */
export interface RootOptions extends Pick<CheckOptions, "profile" | "rules" | "overrides"> {
  readonly limits?: StageLimits | undefined;
  /** Absolute paths of schemas of a site. */
  readonly schemas?: readonly string[] | undefined;
}

/** How all roots of a run are composed. */
export interface ComposerSettings {
  readonly settings: CompositionSettings;
  /** Files whose profile is none of USD are composed if these are all. */
  readonly composed: ComposedFiles;
  /** Whether the hashes of files are wanted. */
  readonly hashes: boolean;
  /** Bytes that are kept for the next stage; default: as `SharedFiles`. */
  readonly maxKept?: number | undefined;
  /** Bytes that are used in the place of files. */
  readonly replaced: readonly { readonly file: string; readonly bytes: Uint8Array }[];
}

/** A root that is to be composed. */
export interface RootTask {
  /** Absolute, with `/`; `room.usdz[chair.usda]` for a layer in a package. */
  readonly file: string;
  readonly options: RootOptions;
}

/** What was found on the stage of a root. */
export interface ComposedRoot {
  readonly checked: Omit<CheckedRoot, "findings">;
  /** Whether the stage meets the requirement sets; undefined if its profile is none of USD. */
  readonly verdicts: readonly SetVerdict[] | undefined;
  /** JSON of its findings. */
  readonly findings: string;
  /** What the stage depends on, by stamps; undefined if that cannot be told. */
  readonly stamps: StageStamps | undefined;
  /** Files that were read, with the hash of their bytes; null if there was none, or hashes are not wanted. */
  readonly read: readonly (readonly [file: string, hash: string | null])[];
  readonly looked: readonly (readonly [file: string, exists: boolean])[];
}

/** What came of a root; `skipped` is one whose damage the check of the file by itself reports, or whose profile is not composed. */
export type RootOutcome =
  | { readonly kind: "composed"; readonly root: ComposedRoot }
  | { readonly kind: "skipped" }
  | { readonly kind: "problem"; readonly problem: string };

/** Composes roots in other threads. */
export interface RootPool {
  /** @throws {Error} that the thread ended in the middle of it */
  compose(root: RootTask, settings: ComposerSettings): Promise<RootOutcome>;
}

/** Threads that start when there is enough to do. */
export interface RootThreads {
  /** 0 while the main thread works alone. */
  readonly count: number;
  /**
   * Returns threads for what comes next; undefined if this one is to do it.
   *
   * @param bytes that this thread has read since the last call
   */
  poolFor(bytes: number): Promise<RootPool | undefined>;
  /** Lets threads forget the files of stages. */
  endStages(): void;
}
