/** The options of a run that its findings depend on. */
import type { LintArguments } from "./arguments.ts";

/** Those whose values are the same on every machine: paths are not. */
const NAMES = {
  profile: "profile",
  maxResolution: "max-resolution",
  rule: "rule",
  composed: "composed",
  variant: "variant",
  maxVariants: "max-variants",
  noConfig: "no-config",
  gitignore: "gitignore",
} as const satisfies Partial<Record<keyof LintArguments, string>>;

/** Returns the options as they are written on a command line, in one order; those of all shards of a run are the same. */
export function shardOptions(args: LintArguments): string {
  return Object.entries(NAMES)
    .flatMap(([key, name]) => {
      const value = args[key as keyof typeof NAMES];
      if (value === undefined) return [];
      if (typeof value === "boolean") return value ? `--${name}` : `--no-${name}`;
      return Array.isArray(value) ? value.map((each) => `--${name} ${each}`) : `--${name} ${value}`;
    })
    .join(" ");
}
