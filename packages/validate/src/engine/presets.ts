/** Presets: named sets of rule levels. */
import type { Level } from "../model/finding.ts";
import { ruleMetas } from "../rules/index.ts";

/** `recommended`: the default of each rule. `strict`: warnings become errors, and whatever the service ignores is a warning. */
export type PresetName = "recommended" | "strict";

const STRICTER: Readonly<Partial<Record<Level, Level>>> = { warning: "error", info: "warning" };

/** Levels by rule id, for `CheckOptions.rules`. Other rules keep their default level. */
export const presets: Readonly<Record<PresetName, Readonly<Record<string, Level>>>> = {
  recommended: {},
  strict: Object.fromEntries(
    ruleMetas.flatMap(({ id, severity }) => {
      const level = STRICTER[severity];
      return level === undefined ? [] : [[id, level] as const];
    }),
  ),
};
