/** Arguments of a command, from the tables that also parse them. */
import { levels, ruleMetas } from "@usdkit/validate";
import { COMMON_OPTIONS } from "../program/common-options.ts";
import {
  positionalsOf,
  type Command,
  type CommandGroup,
  type Options,
  type Program,
} from "@usdkit/command/cli/command";
import { reporters } from "../reporters/index.ts";

export interface CompletionModel {
  readonly program: string;
  /** The command of a call that names none. */
  readonly defaultCommand: string | undefined;
  readonly commands: readonly CommandModel[];
}

export interface CommandModel {
  readonly name: string;
  readonly describe: string;
  readonly flags: readonly FlagModel[];
  /** What it takes that is not a flag. */
  readonly positional: Value | undefined;
}

export interface FlagModel {
  /** With its dashes. */
  readonly name: string;
  readonly describe: string;
  /** Undefined for a flag that takes none. */
  readonly value: Value | undefined;
  readonly repeatable: boolean;
}

/** `words`, then after `separator`: other words, or a file. */
export type Value =
  | { readonly kind: "nothing" }
  | { readonly kind: "files" }
  | { readonly kind: "scenes" }
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "pair"; readonly words: readonly string[]; readonly separator: ":" | "="; readonly rest: Value };

/** The parts of a program that are completed. */
export type CompletedProgram = Pick<Program, "name" | "defaultCommand" | "commands">;

export async function completionModel(program: CompletedProgram): Promise<CompletionModel> {
  const { name, commands, defaultCommand } = program;
  const models: CommandModel[] = [];
  for (const [each, entry] of Object.entries(commands)) {
    models.push(
      "commands" in entry ? await groupModel(each, entry) : commandModel(each, entry.describe, await entry.load()),
    );
  }
  return { program: name, defaultCommand, commands: models };
}

/** A group has the flags of its default command; the names of the others come first. */
async function groupModel(name: string, { describe, commands, defaultCommand }: CommandGroup): Promise<CommandModel> {
  const words = Object.keys(commands).filter((each) => each !== defaultCommand);
  const own = defaultCommand === undefined ? undefined : commands[defaultCommand];
  const flags = own === undefined || "commands" in own ? [] : commandModel(name, describe, await own.load()).flags;
  return { name, describe, flags, positional: { kind: "words", words } };
}

function commandModel(name: string, describe: string, { command, builder }: Command): CommandModel {
  const [positional] = positionalsOf(command);
  const flags: FlagModel[] = [];
  for (const [flag, option] of Object.entries({ ...builder, ...COMMON_OPTIONS })) {
    if (flag === positional?.name) continue;
    const what = option.describe ?? "";
    flags.push({ name: `--${flag}`, describe: what, value: valueOf(flag, option), repeatable: option.array === true });
    const opposite = `--no-${flag}`;
    if (what.includes(opposite) && builder[opposite.slice(2)] === undefined) {
      flags.push({ name: opposite, describe: what, value: undefined, repeatable: false });
    }
  }
  for (const [flag, what] of [
    ["--help", "Show help"],
    ["--version", "Print the version"],
  ] as const) {
    flags.push({ name: flag, describe: what, value: undefined, repeatable: false });
  }
  const option = positional === undefined ? undefined : builder[positional.name];
  return { name, describe, flags, positional: positional && positionalValue(positional.name, option) };
}

function valueOf(flag: string, { type, choices }: Options): Value | undefined {
  if (type === "boolean") return undefined;
  if (choices !== undefined) return { kind: "words", words: choices.map(String) };
  if (type === "number") return { kind: "nothing" };
  if (flag === "rule") {
    return { kind: "pair", words: ruleIds(), separator: ":", rest: { kind: "words", words: levels } };
  }
  if (flag === "format") {
    return { kind: "pair", words: Object.keys(reporters), separator: "=", rest: { kind: "files" } };
  }
  return { kind: "files" };
}

function positionalValue(name: string, option: Options | undefined): Value {
  if (option?.choices !== undefined) return { kind: "words", words: option.choices.map(String) };
  return name === "rule" ? { kind: "words", words: ruleIds() } : { kind: "scenes" };
}

function ruleIds(): string[] {
  return ruleMetas.map(({ id }) => id);
}
