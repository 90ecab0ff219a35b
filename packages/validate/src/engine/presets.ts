/** Presets: named sets of rule levels. */
import type { Level } from "../model/finding.ts";
import { everyRule } from "../rules/index.ts";

/** `recommended`: the default of each rule. `strict`: warnings become errors, and whatever the service ignores is a warning. */
export type PresetName = "recommended" | "strict";

const STRICTER: Readonly<Partial<Record<Level, Level>>> = { warning: "error", info: "warning" };

/** Levels by rule id, for `CheckOptions.rules`. Other rules keep their default level. */
export const presets: Readonly<Record<PresetName, Readonly<Record<string, Level>>>> = {
  recommended: {},
  strict: Object.fromEntries(
    everyRule.flatMap(({ meta }) => {
      const level = STRICTER[meta.severity];
      return level === undefined ? [] : [[meta.id, level] as const];
    }),
  ),
};
