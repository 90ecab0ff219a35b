/** Parses arguments and calls the handler of the command. */
import type { Command, Program } from "./command.ts";
import { IoError, UsageError } from "./errors.ts";
import { EXIT_ERROR, EXIT_OK } from "../process/exit-codes.ts";
import { parseArguments } from "./parse-arguments.ts";
import { didYouMean } from "./similar-names.ts";
import { reportProblem, type CommandContext } from "../context/command-context.ts";
import { processContext } from "../context/process-context.ts";
import { escapeJson } from "../terminal/escape-terminal.ts";

/**
 * Runs the command that `argv` calls.
 *
 * @returns The exit code, which is set in the context as well: of the process, unless another context is given. Never throws.
 */
export async function run(
  program: Program,
  argv: readonly string[],
  context: CommandContext = processContext(),
): Promise<number> {
  try {
    await runCommand(program, argv, context);
  } catch (error) {
    await reportAsJson(program, argv, error, context);
    if (isExplained(error)) reportProblem(context, program.name, error.message);
    else {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      reportProblem(context, program.name, `internal error: ${text}`);
    }
    if (error instanceof UsageError) context.stderr.write(`Run "${calledName(program, argv)} --help" for usage.\n`);
  }
  return context.exitCode ?? EXIT_OK;
}

/** Whether the message of an error is all that a user needs. `ByteReadError`, of a file that has changed, is not loaded for this. */
function isExplained(error: unknown): error is Error {
  if (error instanceof IoError || error instanceof UsageError) return true;
  return error instanceof Error && error.name === "ByteReadError";
}

/** A program that expects a result on standard output finds the error there. */
async function reportAsJson(
  program: Program,
  argv: readonly string[],
  error: unknown,
  context: CommandContext,
): Promise<void> {
  const isWanted = program.failsAsJson === true && optionsOf(argv).includes("--json");
  if (!isWanted || !(error instanceof Error)) return;
  const { name, message } = error;
  const json = JSON.stringify({ error: { name, message, exitCode: EXIT_ERROR } });
  await context.stdout.write(`${escapeJson(json)}\n`);
}

/** The arguments before `--`. */
function optionsOf(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end < 0 ? argv : argv.slice(0, end);
}

async function runCommand(program: Program, argv: readonly string[], context: CommandContext): Promise<void> {
  const options = optionsOf(argv);
  if (options.includes("--version") || options.includes("-V")) {
    await context.stdout.write(`${await program.version()}\n`);
    return;
  }
  const named = commandName(program, argv);
  const name = named ?? program.defaultCommand;
  const rest = named === undefined ? [...argv] : argv.slice(1);
  const entry = name === undefined ? undefined : program.commands[name];
  if (entry !== undefined && "commands" in entry) return runCommand(groupOf(program, name), rest, context);

  const loaded = await entry?.load();
  const command: Command | undefined = loaded && { ...loaded, builder: { ...loaded.builder, ...program.options } };
  if (options.includes("--help") || options.includes("-h")) {
    const { helpText } = await import("./help-text.ts");
    await context.stdout.write(`${await helpText(program, command, context.stdout.columns)}\n`);
    return;
  }
  if (command === undefined) throw new UsageError(missingCommand(program, argv));
  // The table of options defines the type of the arguments.
  await command.handler(parseArguments(command, rest) as never, context);
}

/** Returns the command that the first argument names. The default command has no name: it would hide a file of that name. */
function commandName(program: Program, [first]: readonly string[]): string | undefined {
  const isName = first !== undefined && first !== program.defaultCommand && Object.hasOwn(program.commands, first);
  return isName ? first : undefined;
}

/** The program of a group of commands: `spatial job`. */
function groupOf(program: Program, name: string | undefined): Program {
  const group = name === undefined ? undefined : program.commands[name];
  if (name === undefined || group === undefined || !("commands" in group)) return program;
  return { ...program, defaultCommand: undefined, ...group, name: `${program.name} ${name}` };
}

/** The words of a call that name its command: `spatial job get`. */
function calledName(program: Program, argv: readonly string[]): string {
  const name = commandName(program, argv);
  if (name === undefined) return program.name;
  const group = groupOf(program, name);
  return group === program ? `${program.name} ${name}` : calledName(group, argv.slice(1));
}

function missingCommand(program: Program, [name]: readonly string[]): string {
  const names = Object.keys(program.commands);
  if (name !== undefined && !name.startsWith("-")) return `Unknown command "${name}".${didYouMean(name, names)}`;
  return `Missing command: ${names.join(", ")}`;
}
