/** Determines the level of a rule at a prim of the scene. */
import { PathPatterns } from "@usdkit/layer";
import type { Level } from "../model/finding.ts";
import type { KnownRule } from "../rule/any-rule.ts";
import type { RuleMeta } from "../rule/rule.ts";

/** Levels for the prims that match patterns. */
export interface LevelOverride {
  /** Patterns of prim paths: `*` matches a name or a part of one, `**` any number of names; `/World/Debug/**` also Debug itself. */
  readonly prims: readonly string[];
  /** Levels by rule id. */
  readonly rules: Readonly<Record<string, Level>>;
}

interface Override {
  readonly patterns: PathPatterns;
  readonly rules: ReadonlyMap<string, Level>;
}

/** Whether any finding of a rule could be reported, by levels that may name rules that do not exist. */
export function isEnabled(
  { id, isOptIn }: Pick<RuleMeta, "id" | "isOptIn">,
  {
    rules = {},
    overrides = [],
  }: {
    readonly rules?: Readonly<Record<string, Level>> | undefined;
    readonly overrides?: readonly LevelOverride[] | undefined;
  },
): boolean {
  const levels = [rules, ...overrides.map((each) => each.rules)].flatMap((each) =>
    Object.hasOwn(each, id) ? [each[id]] : [],
  );
  if (levels.some((level) => level !== "off")) return true;
  return isOptIn !== true && !(Object.hasOwn(rules, id) && rules[id] === "off");
}

interface RuleIds {
  readonly known: ReadonlySet<string>;
  readonly optIn: ReadonlySet<string>;
}

/** By list of rules: most files of a run are checked with the same one. */
const ids = new WeakMap<readonly KnownRule[], RuleIds>();

function idsOf(rules: readonly KnownRule[]): RuleIds {
  let found = ids.get(rules);
  if (found === undefined) {
    found = {
      known: new Set(rules.map(({ meta }) => meta.id)),
      optIn: new Set(rules.filter(({ meta }) => meta.isOptIn === true).map(({ meta }) => meta.id)),
    };
    ids.set(rules, found);
  }
  return found;
}

/** The levels that the user set, by rule and by prim path. */
export class LevelTable {
  readonly #levels: ReadonlyMap<string, Level>;
  readonly #overrides: readonly Override[];
  readonly #optIn: ReadonlySet<string>;

  /** @throws {RangeError} for a rule that does not exist. */
  constructor(
    levels: Readonly<Record<string, Level>>,
    overrides: readonly LevelOverride[],
    rules: readonly KnownRule[],
  ) {
    const { known, optIn } = idsOf(rules);
    this.#optIn = optIn;
    const read = (record: Readonly<Record<string, Level>>): ReadonlyMap<string, Level> => {
      for (const id of Object.keys(record)) {
        if (!known.has(id)) throw new RangeError(`There is no rule "${id}"`);
      }
      return new Map(Object.entries(record));
    };
    this.#levels = read(levels);
    this.#overrides = overrides.map((override) => ({
      patterns: new PathPatterns(override.prims),
      rules: read(override.rules),
    }));
  }

  /** Returns false if no finding of the rule could be reported anywhere. */
  mayReport(rule: string): boolean {
    if (this.#optIn.has(rule) && !this.#isSet(rule)) return false;
    return (
      this.#levels.get(rule) !== "off" || this.#overrides.some(({ rules }) => (rules.get(rule) ?? "off") !== "off")
    );
  }

  #isSet(rule: string): boolean {
    return this.#levels.has(rule) || this.#overrides.some(({ rules }) => rules.has(rule));
  }

  /** Returns the level that is set for a rule at a prim; undefined if the rule's default applies. */
  levelOf(rule: string, primPath: string): Level | undefined {
    let level = this.#levels.get(rule);
    // An override enables an optional rule only for its prims.
    if (level === undefined && this.#optIn.has(rule)) level = "off";
    for (const { patterns, rules } of this.#overrides) {
      const other = rules.get(rule);
      if (other !== undefined && patterns.matches(primPath)) level = other;
    }
    return level;
  }
}
