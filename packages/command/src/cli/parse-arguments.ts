/**
 * Arguments, by the parser of yargs. yargs itself takes longer to load than everything else that a short run does
 * (docs/decisions/2026-11-23-the-commands.md), so it only prints the help.
 */
import parser from "yargs-parser/browser";
import { positionalsOf, type Command, type Options, type Positional } from "./command.ts";
import { UsageError } from "./errors.ts";
import { didYouMean } from "./similar-names.ts";

export type Arguments = Record<string, unknown>;

/** Options of every command. */
const BUILT_IN = ["help", "version"];

/**
 * Returns the arguments of a command by their names in camel case. Each option takes its value as `--name value` or
 * `--name=value`, which some may omit; a boolean one has `--no-name` too. Only options with `array` may be given more than once.
 *
 * @param argv Without the name of the command.
 * @throws {UsageError} for unknown options, missing, surplus or invalid values.
 */
export function parseArguments({ command, builder }: Pick<Command, "command" | "builder">, argv: string[]): Arguments {
  const positionals = positionalsOf(command);
  const options = Object.entries(builder).filter(([name]) => positionals.every((each) => each.name !== name));
  // Most calls have names only.
  const { values, rest } = argv.some((argument) => argument.startsWith("-"))
    ? parse(options, argv)
    : { values: {}, rest: argv };

  const result: Arguments = {};
  for (const [name, option] of options) {
    const value = valueOf(name, option, values);
    if (value !== undefined) result[camelCase(name)] = value;
  }
  return { ...result, ...assignPositionals(positionals, rest, builder) };
}

interface Parsed {
  /** By the name of the option, also of unknown ones; a list if it is given several times. */
  readonly values: Arguments;
  /** What is neither an option nor its value, `-` and what follows `--` included. */
  readonly rest: readonly string[];
}

function parse(options: readonly (readonly [string, Options])[], argv: readonly string[]): Parsed {
  const withValue = options.filter(([, { type }]) => type !== "boolean").map(([name]) => name);
  const negatable = options.filter(([name, { type }]) => type === "boolean" && !name.startsWith("no-"));
  const flags = [
    ...options.filter(([, { type }]) => type === "boolean").map(([name]) => name),
    ...negatable.map(([name]) => `no-${name}`),
  ];
  const alias: Record<string, string> = {};
  for (const [name, option] of options) if (typeof option.alias === "string") alias[name] = option.alias;
  const counts: Record<string, number> = {};
  for (const name of withValue) counts[name] = 1;
  for (const name of flags) counts[name] = 0;
  const shorts = new Set(withValue.flatMap((name) => alias[name] ?? []));

  const { argv: found, error } = parser.detailed(joinOptional(splitShort(argv, shorts), options), {
    alias,
    string: withValue,
    boolean: flags,
    narg: counts,
    configuration: {
      "boolean-negation": false,
      "camel-case-expansion": false,
      "dot-notation": false,
      "parse-numbers": false,
      "parse-positional-numbers": false,
      "populate--": true,
      "strip-aliased": true,
    },
  });
  const { _: before, "--": after = [], ...values } = found;
  const known = new Set([...withValue, ...flags]);
  const unknown = Object.keys(values).find((name) => !known.has(name));
  if (unknown !== undefined) {
    const dashes = unknown.length === 1 ? "-" : "--";
    const names = [...withValue, ...flags, ...BUILT_IN];
    throw new UsageError(`Unknown option "${dashes}${unknown}".${didYouMean(unknown, names, "--")}`);
  }
  if (error !== null) throw new UsageError(explain(error.message));
  return { values, rest: [...before, ...after].map(String) };
}

/** `-oscene.png` as `-o scene.png`: the parser reads it as one option for each letter. */
function splitShort(argv: readonly string[], shorts: ReadonlySet<string>): string[] {
  const end = argv.indexOf("--");
  return argv.flatMap((argument, i) => {
    const [, letter = "", value = ""] = /^-(\w)=?(.+)$/s.exec(argument) ?? [];
    return shorts.has(letter) && (end < 0 || i < end) ? [`-${letter}`, value] : [argument];
  });
}

/** `--name value` as `--name=value`, and `--name` alone as `--name=`, of options whose value may be missing. */
function joinOptional(argv: readonly string[], options: readonly (readonly [string, Options])[]): string[] {
  const patterns = new Map(
    options.flatMap(([name, { optionalValue }]) => (optionalValue ? [[`--${name}`, optionalValue]] : [])),
  );
  const end = argv.indexOf("--");
  const joined: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const pattern = end < 0 || i < end ? patterns.get(argv[i]) : undefined;
    const next = argv[i + 1];
    if (pattern === undefined) joined.push(argv[i]);
    else if (next !== undefined && !next.startsWith("-") && pattern.test(next)) joined.push(`${argv[i++]}=${next}`);
    else joined.push(`${argv[i]}=`);
  }
  return joined;
}

/** The two messages that the parser has for options with a fixed number of values. */
function explain(message: string): string {
  const [, problem, name] = /^(Not enough arguments following|Argument unexpected for): (.*)$/s.exec(message) ?? [];
  if (problem === undefined) return message;
  return `Option "--${name}" ${problem.startsWith("Not") ? "expects a value" : "takes no value"}`;
}

/** The value of an option in its type; its default if it is not given. */
function valueOf(name: string, option: Options, values: Arguments): unknown {
  const value = values[name];
  if (option.type === "boolean") {
    const isNegated = values[`no-${name}`] !== undefined;
    if (isNegated && value !== undefined) {
      throw new UsageError(`Options "--${name}" and "--no-${name}" contradict each other`);
    }
    return isNegated ? false : value === undefined ? option.default : true;
  }
  if (value === undefined) return option.default;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const checked = list.map((each) => checkValue(`Option "--${name}"`, option, String(each)));
  if (option.array === true) return checked;
  if (checked.length > 1) throw new UsageError(`Option "--${name}" is given ${checked.length} times; expected once`);
  return checked[0];
}

function checkValue(what: string, option: Options, text: string): string | number {
  const { choices, type, optionalValue, minimum = 0 } = option;
  if (text === "" && optionalValue !== undefined) return text;
  if (text === "") throw new UsageError(`${what} expects a value`);
  if (choices !== undefined && !choices.includes(text)) {
    const names = choices.map(String);
    throw new UsageError(`${what} expects ${oneOf(names)}, found "${text}".${didYouMean(text, names)}`);
  }
  if (type !== "number") return text;
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isNaN(number)) throw new UsageError(`${what} expects a number, found "${text}"`);
  if (number < minimum) throw new UsageError(`${what} expects a number of at least ${minimum}, found "${text}"`);
  return number;
}

function assignPositionals(
  positionals: readonly Positional[],
  values: readonly string[],
  builder: Command["builder"],
): Arguments {
  const result: Arguments = {};
  const surplus = positionals.at(-1)?.many === true ? undefined : values[positionals.length];
  if (surplus !== undefined) throw new UsageError(`Unexpected argument "${surplus}"`);
  for (const [i, { name, many, required }] of positionals.entries()) {
    const value = values[i];
    if (required && value === undefined) throw new UsageError(`Missing argument "${name}"`);
    const option = builder[name] ?? {};
    if (many) result[name] = values.slice(i);
    else if (value !== undefined) result[name] = checkValue(`Argument "${name}"`, { choices: option.choices }, value);
  }
  return result;
}

function oneOf(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}

export function camelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
