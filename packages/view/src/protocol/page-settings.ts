/** The settings of the linter for a file, as the page gets them. */

/** Settings as JSON. */
export interface PageSettings {
  /** The configuration ignores the file: it has no findings. */
  readonly isIgnored: boolean;
  /** The parts that cannot be used on the page, and why; null if all are. */
  readonly problem: string | null;
  readonly check: PageCheck;
  /** Ids of rules that are code, which the server runs. */
  readonly codeRules: readonly string[];
  /** Known findings of the file, which are not reported. */
  readonly baseline: readonly BaselineRow[];
}

/** The options of `checkScene` that can be sent. */
export interface PageCheck {
  readonly profile?: string | undefined;
  /** Levels by rule id. */
  readonly rules?: Readonly<Record<string, string>> | undefined;
  readonly overrides?: readonly PrimLevels[] | undefined;
  /** The text of the scene that a patch belongs to. */
  readonly base?: string | undefined;
  readonly maxResolution?: number | undefined;
  /** Mesh ids that the service has. */
  readonly assets?: readonly string[] | undefined;
}

/** Levels for some prims. */
export interface PrimLevels {
  readonly prims: readonly string[];
  readonly rules: Readonly<Record<string, string>>;
}

/** Number of known findings of one rule about one property. */
export interface BaselineRow {
  readonly rule: string;
  readonly primPath: string;
  readonly property: string | null;
  readonly count: number;
}

/** The settings without a configuration. */
export const defaultSettings: PageSettings = {
  isIgnored: false,
  problem: null,
  check: {},
  codeRules: [],
  baseline: [],
};
