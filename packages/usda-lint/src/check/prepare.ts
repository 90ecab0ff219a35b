/** From settings to the options of a check: the files that they name (base, mesh ids, baseline) are read once. */
import type { CheckOptions } from "@usdkit/validate";
import { Baseline } from "./baseline.ts";
import { fs } from "@usdkit/command/process/builtins";
import { describeIoError } from "@usdkit/command/cli/errors";
import type { Settings } from "@usdkit/lint-config/settings";
import { nameOf } from "@usdkit/command/files/input";
import { readWhole } from "@usdkit/command/files/read-whole";
import { toCheckOptions, type WireOptions } from "./wire-options.ts";

export interface Prepared {
  /** Unique within the run. */
  readonly id: number;
  readonly settings: Settings;
  readonly wire: WireOptions;
  /** For the main thread; made on the first call. */
  readonly options: () => CheckOptions;
  readonly baseline: Baseline | undefined;
}

export interface PrepareOptions {
  /** Names in messages are relative to it. */
  readonly cwd: string;
  /** A baseline that will be written need not exist. */
  readonly writesBaseline: boolean;
  /** Called once for each file of the settings that cannot be used; the checks go on without it. */
  readonly onProblem: (problem: string) => void;
}

/** Prepares settings, and caches the files that it read. */
export class Preparer {
  readonly #options: PrepareOptions;
  readonly #prepared = new Map<Settings, Prepared>();
  readonly #bases = new Map<string, Uint8Array | undefined>();
  readonly #lists = new Map<string, readonly string[] | undefined>();
  readonly #baselines = new Map<string, Baseline | undefined>();

  constructor(options: PrepareOptions) {
    this.#options = options;
  }

  prepare(settings: Settings): Prepared {
    let prepared = this.#prepared.get(settings);
    if (prepared === undefined) {
      prepared = this.#prepare(settings);
      this.#prepared.set(settings, prepared);
    }
    return prepared;
  }

  get baselines(): readonly Baseline[] {
    return [...this.#baselines.values()].filter((baseline) => baseline !== undefined);
  }

  /** Whether settings name a baseline, also one that could not be read. */
  get namesBaseline(): boolean {
    return this.#baselines.size > 0;
  }

  /** Files that settings name, whether they exist or not. */
  get files(): readonly string[] {
    return [...this.#bases.keys(), ...this.#lists.keys(), ...this.#baselines.keys()];
  }

  #prepare(settings: Settings): Prepared {
    const { profile, maxResolution, rules, primOverrides, customRules, customRuleSources } = settings;
    const base = settings.base === undefined ? undefined : this.#once(this.#bases, settings.base, readBase);
    const assets =
      typeof settings.assets === "string" ? this.#once(this.#lists, settings.assets, readIds) : settings.assets;
    const open = (file: string): Baseline => Baseline.open(file, this.#options.writesBaseline);
    const baseline = settings.baseline === undefined ? undefined : this.#once(this.#baselines, settings.baseline, open);
    const wire = { profile, maxResolution, base, assets, rules, overrides: primOverrides, customRuleSources };
    let options: CheckOptions | undefined;
    return {
      id: this.#prepared.size,
      settings,
      wire,
      options: () => (options ??= toCheckOptions(wire, customRules)),
      baseline,
    };
  }

  #once<Value>(known: Map<string, Value | undefined>, file: string, read: (file: string) => Value): Value | undefined {
    if (!known.has(file)) {
      let value: Value | undefined;
      try {
        value = read(file);
      } catch (error) {
        this.#options.onProblem(`${nameOf(file, this.#options.cwd)}: ${describeIoError(error)}`);
      }
      known.set(file, value);
    }
    return known.get(file);
  }
}

function readBase(file: string): Uint8Array {
  return readWhole(file);
}

function readIds(file: string): readonly string[] {
  let ids: unknown;
  const text = fs.readFileSync(file, "utf8");
  try {
    ids = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new Error(`invalid JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (!Array.isArray(ids)) throw new Error('expected a list of mesh ids, as in ["chair-01", "room-7"]');
  const wrong = ids.findIndex((id) => typeof id !== "string");
  if (wrong >= 0) throw new Error(`expected a list of mesh ids, found ${JSON.stringify(ids[wrong])} at index ${wrong}`);
  return ids as string[];
}
