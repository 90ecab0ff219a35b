/** Which level a rule has at a place of the scene. */
import { PathPatterns } from "@usdkit/layer";
import type { Level } from "../model/finding.ts";
import type { Rule } from "../rule/rule.ts";

/** Levels for the prims that patterns name. */
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

/** The levels that the user set, by rule and by prim path. */
export class LevelTable {
  readonly #levels: ReadonlyMap<string, Level>;
  readonly #overrides: readonly Override[];

  /** @throws {RangeError} for a rule that does not exist. */
  constructor(levels: Readonly<Record<string, Level>>, overrides: readonly LevelOverride[], rules: readonly Rule[]) {
    const known = new Set(rules.map((rule) => rule.meta.id));
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

  /** False where no finding of the rule could come through anywhere. */
  mayReport(rule: string): boolean {
    return (
      this.#levels.get(rule) !== "off" || this.#overrides.some(({ rules }) => (rules.get(rule) ?? "off") !== "off")
    );
  }

  /** The level set for a rule at a prim; undefined where the rule's own counts. */
  levelOf(rule: string, primPath: string): Level | undefined {
    let level = this.#levels.get(rule);
    for (const { patterns, rules } of this.#overrides) {
      const other = rules.get(rule);
      if (other !== undefined && patterns.matches(primPath)) level = other;
    }
    return level;
  }
}
