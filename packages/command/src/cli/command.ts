/** The shape of a command: a yargs module whose options are a plain table, so that arguments are parsed without loading yargs. */
import type { CommandModule, Options as YargsOptions } from "yargs";
import type { CommandContext } from "../context/command-context.ts";

/** An option of a command. */
export interface Options extends YargsOptions {
  /** The value may be missing, which is the empty string: the next argument is the value only if it matches. */
  readonly optionalValue?: RegExp;
  /** The least number that an option of type "number" takes; default: 0. */
  readonly minimum?: number;
}

export interface Command<Arguments = never> extends Omit<CommandModule<object, Arguments>, "builder" | "handler"> {
  /** `name <positional>`, `name <first> <second>` or `name [positional..]`; `$0` for the default command. */
  readonly command: string;
  readonly describe: string;
  readonly builder: Readonly<Record<string, Options>>;
  readonly handler: (args: Arguments, context: CommandContext) => Promise<void>;
  /** Lines for the end of the help: calls, word for word, with what they do. */
  readonly examples?: readonly (readonly [call: string, what: string])[];
}

/** A command in a registry: enough to list it. Its module is loaded when it is called. */
export interface CommandEntry {
  readonly describe: string;
  readonly load: () => Promise<Command>;
}

/** Commands under a common name: `job get`, `job wait`. */
export interface CommandGroup {
  readonly describe: string;
  readonly commands: Commands;
  /** The command of a call that names none of them: `stream scene.usda`. */
  readonly defaultCommand?: string | undefined;
}

export type Commands = Readonly<Record<string, CommandEntry | CommandGroup>>;

export interface Program extends CommandGroup {
  readonly name: string;
  readonly version: () => Promise<string>;
  /** Options that every command has. */
  readonly options: Readonly<Record<string, Options>>;
  /** The meaning of the exit codes, for the end of every help. */
  readonly epilogue: string;
  /** With `--json`, a usage error prints `{"error":…}` to standard output, where the result would be. */
  readonly failsAsJson?: boolean;
}

/** An argument of a command that is not an option. */
export interface Positional {
  readonly name: string;
  readonly many: boolean;
  readonly required: boolean;
}

/** The positionals of a command, in order: `files` of `dump [files..]`. Only the last may be many. */
export function positionalsOf(command: string): readonly Positional[] {
  return command.split(" ").flatMap((word): Positional[] => {
    const { open, name, many } = /^(?<open>[[<])(?<name>[\w-]+)(?<many>\.\.)?[\]>]$/.exec(word)?.groups ?? {};
    return name === undefined ? [] : [{ name, many: many !== undefined, required: open === "<" }];
  });
}
