/** What reports of shards contain besides findings, so that they can be joined to the report of one run. */
import type { BaselineEntry } from "@usdkit/lint-config/baseline-entries";
import type { Finding, ResolvedProfile } from "@usdkit/validate";

/** About a file of a shard. */
export interface ShardEntry {
  /** Among all files of the run, from 0; null for a layer that is no file of the shard, but of one of its stages. */
  readonly position: number | null;
  /** Bytes of the file. */
  readonly length: number;
  /** Findings about the layer by itself that its baseline left out; absent without a baseline. */
  readonly baselined?: number | undefined;
  /** What was found on the stage of the file. */
  readonly stage?: StageEntry | undefined;
}

/** The stage of a file. Names of files are those of reports. */
export interface StageEntry {
  /** The file of the root. */
  readonly root: string;
  readonly isNamed: boolean;
  /** Files with layers that the stage uses. */
  readonly files: readonly string[];
  readonly layers: readonly StageLayer[];
}

/** A layer with findings of the stage. */
export interface StageLayer {
  readonly layer: string;
  readonly profile: ResolvedProfile;
  readonly length: number;
  readonly findings: readonly Finding[];
  /** The entries of the layer in its baseline; absent without one. */
  readonly known?: readonly BaselineEntry[] | undefined;
}

/** About a shard. */
export interface ShardReport {
  readonly index: number;
  readonly count: number;
  /** Of `usda-lint`. */
  readonly version: string;
  /** That findings depend on, without paths: those of all shards of a run are the same. */
  readonly options: string;
  /** Whether findings that are no errors are left out. */
  readonly quiet: boolean;
  /** Files that could not be checked, and other problems: the run that they are of ends with exit code 2. */
  readonly problems: readonly string[];
}
