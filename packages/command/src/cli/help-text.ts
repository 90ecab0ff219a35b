/** Help, by yargs. */
import yargs, { type Argv } from "yargs";
import { positionalsOf, type Command, type Program } from "./command.ts";

/**
 * Returns the help of `command`, or of the program if `command` is undefined.
 *
 * @param columns Width of the terminal.
 */
export async function helpText(program: Program, command: Command | undefined, columns: number): Promise<string> {
  const parser = configure(program.epilogue, columns);
  parser.scriptName(program.name);
  if (command === undefined) {
    parser.usage(`$0 <command>\n\n${program.describe}`);
    for (const [name, { describe }] of Object.entries(program.commands)) parser.command(name, describe);
  } else describeCommand(parser, program, command);

  const [name = "$0"] = command?.command.split(" ") ?? [];
  let text = "";
  const argv = name === "$0" ? ["--help"] : [name, "--help"];
  await parser.parseAsync(argv, {}, (_error: unknown, _args: unknown, output: string) => {
    text = output;
  });
  return withoutEmptyDefaults(text);
}

/** yargs gives variadic arguments the default `[]`, which is useless to a reader; the column keeps its position. */
function withoutEmptyDefaults(text: string): string {
  return text.replaceAll(/^(.*)( \[default: \[\]\])$/gm, (_, line: string, removed: string) => {
    const kind = /^(?<before>.*?)(?<kind>(?: \[\w+\])+)$/.exec(line)?.groups;
    return kind === undefined ? line : `${kind["before"] ?? ""}${" ".repeat(removed.length)}${kind["kind"] ?? ""}`;
  });
}

function configure(epilogue: string, columns: number): Argv {
  return yargs()
    .detectLocale(false)
    .version(false)
    .option("version", { alias: "V", type: "boolean", describe: "Print the version" })
    .help()
    .alias("help", "h")
    .wrap(Math.min(columns, 100))
    .exitProcess(false)
    .epilogue(epilogue);
}

function describeCommand(parser: Argv, program: Program, command: Command): void {
  const positionals = positionalsOf(command.command);
  parser.command(
    command.command,
    command.describe,
    (inner) => {
      for (const [name, option] of Object.entries(command.builder)) {
        const positional = positionals.find((each) => each.name === name);
        if (positional !== undefined) {
          inner.positional(name, { type: "string", array: positional.many, describe: option.describe ?? "" });
        } else inner.option(name, option);
      }
      for (const [call, what] of command.examples ?? []) inner.example(call, what);
      // That of the default command is the one of the program.
      if (!command.command.startsWith("$0")) inner.epilogue(program.epilogue);
      return inner;
    },
    () => {},
  );
  if (!command.command.startsWith("$0")) return;
  parser.usage(`${command.command}\n\n${command.describe}`);
  for (const [name, { describe }] of Object.entries(program.commands)) {
    if (name !== program.defaultCommand) parser.command(name, describe);
  }
}
