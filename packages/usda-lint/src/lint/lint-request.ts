/** What a run of the linter is to do. */
import type { Deadline } from "@usdkit/batch/options/deadline";
import type { Shard } from "@usdkit/batch/options/shard";
import type { ConfigChoice } from "@usdkit/lint-config/config-lookup";
import type { FlagSettings } from "@usdkit/lint-config/settings";
import type { FixLevel } from "../check/checked.ts";
import type { CompositionSettings } from "../composed/check-root.ts";
import type { ComposedFiles } from "../composed/choose-roots.ts";
import type { KeptPlaces } from "./open-kept.ts";

/** One run. */
export interface LintRequest extends KeptPlaces {
  readonly formats: readonly string[];
  readonly color: boolean | undefined;
  readonly quiet: boolean;
  readonly maxWarnings: number | undefined;
  readonly config: ConfigChoice;
  /** Folders that are projects if nothing else makes them one (`CodePolicy.roots`). */
  readonly roots: readonly string[];
  readonly flags: FlagSettings;
  readonly fix: FixLevel;
  /** Print the changes of fixes, and write nothing. */
  readonly diff: boolean;
  readonly updateBaseline: boolean;
  /** After it, no file is started. */
  readonly deadline: Deadline | undefined;
  readonly jobs: number | undefined;
  /** Which files are composed as root layers, and how; undefined: layers are checked by themselves alone. */
  readonly composed: (CompositionSettings & { readonly files: ComposedFiles }) | undefined;
  /** Print the number of findings of each rule. */
  readonly statistics: boolean;
  /** Findings in reports; undefined: all. */
  readonly maxDiagnostics: number | undefined;
  /** The part of the files that the entries are. */
  readonly shard: Shard | undefined;
  /** See `ShardReport`. */
  readonly shardOptions: string;
  /** No message if there is no file. */
  readonly silentIfEmpty: boolean;
  /** Standard output is for a text or a patch: reports go to standard error. */
  readonly reportsToStandardError: boolean;
}
