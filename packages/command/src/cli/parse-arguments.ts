/**
 * Arguments of the simple calls, with `node:util` alone. Loading yargs takes longer than everything else that a short run
 * does (docs/decisions/2026-11-21-start-up-of-the-commands.md), so it is kept for help, mistakes and unusual spellings.
 */
import type * as Util from "node:util";
import type { Options } from "yargs";
import { positionalsOf, type Command, type Positional } from "./command.ts";

export type Arguments = Record<string, unknown>;

type Spoken = Pick<Command, "command" | "builder">;

/** The arguments as yargs would give them, or undefined where yargs has to look. */
export function parseSimply({ command, builder }: Spoken, argv: string[]): Arguments | undefined {
  const positionals = positionalsOf(command);
  let parsed: { values: Record<string, unknown>; positionals: string[] } = { values: {}, positionals: argv };
  try {
    // Only names: nothing to parse, and nothing to load for it.
    if (argv.some((argument) => argument.startsWith("-")))
      parsed = util().parseArgs({
        args: argv,
        options: flagsOf({ command, builder }),
        allowPositionals: true,
        allowNegative: true,
      });
  } catch {
    return undefined;
  }

  const result: Arguments = {};
  for (const [name, option] of Object.entries(builder)) {
    if (positionals.some((each) => each.name === name)) continue;
    const value = accept(option, parsed.values[name]);
    if (value === REFUSED) return undefined;
    if (value !== undefined) result[camelCase(name)] = value;
  }
  const named = assignPositionals(positionals, parsed.positionals);
  return named && { ...result, ...named };
}

/** The values of positionals by their names; undefined where there are too few or too many. */
export function assignPositionals(
  positionals: readonly Positional[],
  values: readonly string[],
): Arguments | undefined {
  const result: Arguments = {};
  const isOpen = positionals.at(-1)?.many === true;
  if (values.length > positionals.length && !isOpen) return undefined;
  for (const [i, { name, many, required }] of positionals.entries()) {
    if (required && values.length <= i) return undefined;
    result[name] = many ? values.slice(i) : values[i];
  }
  return result;
}

/** What is no flag and no flag's value, `-` and what follows `--` included. */
export function readPositionals(command: Spoken, argv: string[]): string[] {
  const options = flagsOf(command);
  return util().parseArgs({ args: argv, options, allowPositionals: true, allowNegative: true, strict: false })
    .positionals;
}

function util(): typeof Util {
  return process.getBuiltinModule("node:util");
}

function flagsOf({ command, builder }: Spoken): Util.ParseArgsOptionsConfig {
  const flags: Util.ParseArgsOptionsConfig = {};
  for (const [name, option] of Object.entries(builder)) {
    if (positionalsOf(command).some((each) => each.name === name)) continue;
    const { alias } = option;
    flags[name] = {
      type: option.type === "boolean" ? "boolean" : "string",
      multiple: option.array === true,
      ...(typeof alias === "string" && { short: alias }),
    };
  }
  return flags;
}

const REFUSED: unique symbol = Symbol("refused");

/** The value in its type, or {@link REFUSED} where yargs would complain or might read it in another way. */
function accept(option: Options, value: unknown): unknown {
  if (value === undefined) return option.default;
  if (Array.isArray(value)) return value.every((item) => accept(option, item) === item) ? value : REFUSED;
  if (typeof value !== "string") return value;
  if (value === "" || (option.choices !== undefined && !option.choices.includes(value))) return REFUSED;
  if (option.type !== "number") return value;
  return /^\d+(\.\d+)?$/.test(value) ? Number(value) : REFUSED;
}

export function camelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
