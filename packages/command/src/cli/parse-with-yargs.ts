/** Help, versions, mistakes and whatever the simple parser does not read. */
import yargs, { type Argv } from "yargs";
import { positionalsOf, type Command, type Program } from "./command.ts";
import { UsageError } from "./errors.ts";
import { assignPositionals, camelCase, readPositionals, type Arguments } from "./parse-arguments.ts";
import { didYouMean } from "./similar-names.ts";
import { standardOutput, terminalColumns } from "../terminal/output.ts";

/**
 * Reads the arguments of `command`, or of the program where `command` is undefined: then there is only help to print, or a
 * mistake to explain. `argv` is without the command's name. Returns undefined when help was printed.
 *
 * @throws {UsageError} for a call that makes no sense.
 */
export async function parseWithYargs(
  program: Program,
  command: Command | undefined,
  argv: string[],
): Promise<Arguments | undefined> {
  if (command !== undefined) refuseUnknownFlags(command, argv);
  const parser = configure(program.epilogue);
  let handled: Arguments | undefined;
  if (command === undefined) {
    const [name] = argv;
    const names = Object.keys(program.commands);
    if (name !== undefined && !name.startsWith("-")) {
      throw new UsageError(`There is no command "${name}".${didYouMean(name, names)}`);
    }
    parser.scriptName(program.name).usage(`$0 <command>\n\n${program.describe}`);
    for (const [each, { describe }] of Object.entries(program.commands)) parser.command(each, describe);
    parser.demandCommand(1, "Which command?").strict();
  } else {
    describeCommand(parser, program, command, (args) => {
      handled = tidy(command, args, readPositionals(command, argv));
    });
  }
  const [name = "$0"] = command?.command.split(" ") ?? [];
  const missing = `Which ${missingOf(command, argv) ?? "command"}?`;
  const help = await parse(parser, name === "$0" ? argv : [name, ...argv], missing);
  if (help !== "") {
    await standardOutput.write(`${help}\n`);
    return undefined;
  }
  return handled;
}

function configure(epilogue: string): Argv {
  return yargs()
    .detectLocale(false)
    .version(false)
    .option("version", { type: "boolean", describe: "Print the version" })
    .help()
    .wrap(Math.min(terminalColumns(1), 100))
    .exitProcess(false)
    .parserConfiguration({
      "dot-notation": false,
      "greedy-arrays": false,
      "parse-numbers": false,
      "parse-positional-numbers": false,
      "strip-aliased": true,
    })
    .epilogue(epilogue);
}

function describeCommand(parser: Argv, program: Program, command: Command, handle: (args: Arguments) => void): void {
  const positionals = positionalsOf(command.command);
  parser.scriptName(program.name);
  parser.command(
    command.command,
    command.describe,
    (inner) => {
      for (const [name, option] of Object.entries(command.builder)) {
        // Numbers come as text, so that "007" stays a file's name; they are read below.
        const { type, ...rest } = option;
        const shown = type === "number" ? { ...rest, type: "string" as const } : option;
        const positional = positionals.find((each) => each.name === name);
        if (positional !== undefined) {
          inner.positional(name, { type: "string", array: positional.many, describe: rest.describe ?? "" });
        } else inner.option(name, { requiresArg: type !== "boolean", ...shown });
      }
      for (const [call, what] of command.examples ?? []) inner.example(call, what);
      return inner;
    },
    (args) => handle(args as Arguments),
  );
  if (command.command.startsWith("$0")) {
    parser.usage(`${command.command}\n\n${command.describe}`);
    for (const [name, { describe }] of Object.entries(program.commands)) {
      if (name !== program.defaultCommand) parser.command(name, describe);
    }
  }
  parser.strict();
}

/** Runs the parser; its text where it has something to show. `missing` asks for a positional that is not there. */
async function parse(parser: Argv, argv: string[], missing: string): Promise<string> {
  let text = "";
  parser.fail((message: string | null, error: Error | undefined) => {
    if (error !== undefined && error.name !== "YError") throw error;
    const said = message ?? error?.message ?? "The arguments make no sense";
    throw new UsageError(said.startsWith("Not enough non-option arguments") ? missing : said);
  });
  await parser.parseAsync(argv, {}, (_error: unknown, _args: unknown, output: string) => {
    text = output;
  });
  return text;
}

/** Lists of what may be many, one value of what takes one (the last wins), numbers as numbers. */
function tidy({ command, builder }: Command, args: Arguments, positionals: readonly string[]): Arguments {
  const known = positionalsOf(command);
  // yargs loses a lone "-", and keeps apart what follows "--".
  const result: Arguments = { ...args, ...assignPositionals(known, positionals) };
  for (const [name, option] of Object.entries(builder)) {
    if (known.some((each) => each.name === name)) continue;
    const key = camelCase(name);
    const value = result[key];
    const last: unknown = Array.isArray(value) && option.array !== true ? value.at(-1) : value;
    result[key] = last;
    if (option.type !== "number" || last === undefined) continue;
    const text = typeof last === "string" ? last : "";
    const number = text.trim() === "" ? Number.NaN : Number(text);
    if (!(number >= 0)) throw new UsageError(`--${name} takes a number, not "${text}"`);
    result[key] = number;
  }
  return result;
}

/** The first positional that is not given. */
function missingOf(command: Command | undefined, argv: string[]): string | undefined {
  if (command === undefined) return undefined;
  const positionals = positionalsOf(command.command);
  return (positionals[readPositionals(command, argv).length] ?? positionals[0])?.name;
}

/** yargs tells that a flag is unknown, not which one was meant. */
function refuseUnknownFlags({ builder }: Command, argv: readonly string[]): void {
  const known = [...Object.keys(builder), "help", "version"];
  for (const argument of argv) {
    if (argument === "--") return;
    const name = /^--([^=]+)/.exec(argument)?.[1];
    if (name === undefined || known.includes(name)) continue;
    const positive = name.replace(/^no-/, "");
    if (positive !== name && builder[positive]?.type === "boolean") continue;
    throw new UsageError(`There is no flag --${name}.${didYouMean(name, known, "--")}`);
  }
}
