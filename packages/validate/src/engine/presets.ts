/** Levels for every rule under one name. */
import type { Level } from "../model/finding.ts";
import { rules } from "../rules/index.ts";

/** `recommended`: every rule as it sets itself. `strict`: warnings fail, and what the service ignores is a warning. */
export type PresetName = "recommended" | "strict";

const STRICTER: Readonly<Partial<Record<Level, Level>>> = { warning: "error", info: "warning" };

/** Levels by rule id, for `CheckOptions.rules`. Rules that are not named keep their own level. */
export const presets: Readonly<Record<PresetName, Readonly<Record<string, Level>>>> = {
  recommended: {},
  strict: Object.fromEntries(
    rules.flatMap(({ meta }) => {
      const level = STRICTER[meta.severity];
      return level === undefined ? [] : [[meta.id, level] as const];
    }),
  ),
};
