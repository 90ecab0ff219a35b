/** The shape of a command: a yargs module whose options are a plain table, so that a simple call needs no yargs. */
import type { CommandModule, Options } from "yargs";

export type { Options } from "yargs";

export interface Command<Arguments = never> extends Omit<CommandModule<object, Arguments>, "builder" | "handler"> {
  /** `name <positional>`, `name <first> <second>` or `name [positional..]`; `$0` for the command that needs no name. */
  readonly command: string;
  readonly describe: string;
  readonly builder: Readonly<Record<string, Options>>;
  readonly handler: (args: Arguments) => Promise<void>;
  /** Lines for the end of the help: how it is used, word for word. */
  readonly examples?: readonly (readonly [call: string, what: string])[];
}

/** What a registry holds of a command: enough to list it. Its module is loaded when it is called. */
export interface CommandEntry {
  readonly describe: string;
  readonly load: () => Promise<Command>;
}

/** Commands under a name of their own: `job get`, `job wait`. */
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
  /** Flags that every command has. */
  readonly options: Readonly<Record<string, Options>>;
  /** What the exit codes say, for the end of every help. */
  readonly epilogue: string;
  /** With `--json` a call that makes no sense gives `{"error":…}` on standard output: `error` in place of a result. */
  readonly failsAsJson?: boolean;
}

/** What a command takes that is no flag. */
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
