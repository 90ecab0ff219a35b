/** From the arguments of the process to a command's handler. */
import type { Command, Program } from "./command.ts";
import { complain, IoError, UsageError } from "./errors.ts";
import { EXIT_ERROR } from "./exit-codes.ts";
import { parseSimply } from "./parse-arguments.ts";
import { escapeJson } from "../terminal/escape-terminal.ts";
import { standardOutput } from "../terminal/output.ts";

/** Runs the command that `argv` asks for. Sets `process.exitCode`; never throws. */
export async function run(program: Program, argv: readonly string[]): Promise<void> {
  try {
    await runCommand(program, argv);
  } catch (error) {
    await tellPrograms(program, argv, error);
    if (error instanceof IoError) complain(program.name, error.message);
    else if (error instanceof UsageError) {
      complain(program.name, `${error.message}\n"${program.name} --help" shows what there is.`);
    } else
      complain(
        program.name,
        `internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
  }
}

/** A program that reads the result finds there why there is none. */
async function tellPrograms(program: Program, argv: readonly string[], error: unknown): Promise<void> {
  const isWanted = program.failsAsJson === true && flagsOf(argv).includes("--json");
  if (!isWanted || !(error instanceof Error)) return;
  const { name, message } = error;
  const json = JSON.stringify({ error: { name, message, exitCode: EXIT_ERROR } });
  await standardOutput.write(`${escapeJson(json)}\n`);
}

/** What stands before `--`. */
function flagsOf(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end < 0 ? argv : argv.slice(0, end);
}

async function runCommand(program: Program, argv: readonly string[]): Promise<void> {
  const flags = flagsOf(argv);
  if (flags.includes("--version")) {
    await standardOutput.write(`${await program.version()}\n`);
    return;
  }

  // The default command has no name to call it by: that would hide a file or folder of the same name.
  const [first] = argv;
  const named =
    first !== undefined && first !== program.defaultCommand && Object.hasOwn(program.commands, first)
      ? first
      : undefined;
  const name = named ?? program.defaultCommand;
  const rest = named === undefined ? [...argv] : argv.slice(1);
  const entry = name === undefined ? undefined : program.commands[name];
  if (entry !== undefined && "commands" in entry) {
    return runCommand({ ...program, defaultCommand: undefined, ...entry, name: `${program.name} ${name}` }, rest);
  }
  const loaded = await entry?.load();
  const command: Command | undefined = loaded && { ...loaded, builder: { ...loaded.builder, ...program.options } };

  const simple = command && !flags.includes("--help") ? parseSimply(command, rest) : undefined;
  if (command && simple) return command.handler(simple as never);
  const { parseWithYargs } = await import("./parse-with-yargs.ts");
  const args = await parseWithYargs(program, command, rest);
  if (command && args) await command.handler(args as never);
}
