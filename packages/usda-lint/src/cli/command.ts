/** The shape of a command: a yargs module whose options are a plain table, so that a simple call needs no yargs. */
import type { CommandModule, Options } from "yargs";

export interface Command<Arguments = never> extends Omit<CommandModule<object, Arguments>, "builder" | "handler"> {
  /** `name <positional>` or `name [positional..]`; `$0` for the command that needs no name. */
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

export interface Program {
  readonly name: string;
  readonly describe: string;
  readonly commands: Readonly<Record<string, CommandEntry>>;
  /** The command of a call that names none. */
  readonly defaultCommand?: string;
}

/** Flags that every command has. */
export const COMMON_OPTIONS: Readonly<Record<string, Options>> = {
  color: { type: "boolean", describe: "Colours, also where there is no terminal; --no-color for none" },
};

/** The positional of a command: `files` of `dump [files..]`. */
export function positionalOf(command: string): { name: string; many: boolean; required: boolean } | undefined {
  const match = /(?<open>[[<])(?<name>\w+)(?<many>\.\.)?[\]>]$/.exec(command)?.groups;
  if (match?.["name"] === undefined) return undefined;
  return { name: match["name"], many: match["many"] !== undefined, required: match["open"] === "<" };
}
