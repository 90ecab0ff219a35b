import type { Command } from "@usdkit/command/cli/command";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { readInput, STANDARD_INPUT } from "@usdkit/command/files/input";
import type { StageEdit } from "@usdkit/usd";
import { editOptions, type EditArguments } from "../edit/edit-options.ts";
import { describeEditError, runEdits } from "../edit/run-edits.ts";

export interface EditCommandArguments extends EditArguments {
  edits?: string;
  input?: string;
}

export const edit: Command<EditCommandArguments> = {
  command: "edit <root> [input]",
  describe: "Edit a stage: edits as JSON, all or none, written as text edits to a layer or variant",
  builder: {
    ...editOptions,
    input: { describe: "- reads the edits from standard input" },
    edits: { type: "string", alias: "e", describe: "File with the edits, a JSON array; - is standard input" },
  },
  examples: [
    [
      `echo '[{"op":"set","path":"/World/Ball.radius","value":2}]' | $0 edit shot.usda - --dry-run`,
      "print what would change",
    ],
    ["$0 edit shot.usda -e edits.json --target look.usda", "write the opinions to a layer of the stage"],
    ["$0 edit shot.usda -e edits.json --target '/World/Chair{look=red}'", "or to a variant"],
  ],
  async handler(args, context) {
    if (args.input !== undefined && args.input !== STANDARD_INPUT) {
      throw new UsageError(`Expected -e EDITS.json or -, found ${JSON.stringify(args.input)}`);
    }
    if ((args.input === undefined) === (args.edits === undefined)) {
      throw new UsageError("Expected the edits: -e EDITS.json, or - for standard input");
    }
    const edits = await parseEdits(await readText(context, args.edits ?? STANDARD_INPUT));
    await runEdits(context, "usda edit", args, () => edits);
  },
};

async function readText(context: CommandContext, name: string): Promise<string> {
  const location = name === STANDARD_INPUT ? name : resolvePath(context, name);
  try {
    return new TextDecoder().decode(await readInput({ name, location }, context.stdin));
  } catch (error) {
    throw new IoError(`${name}: ${describeIoError(error)}`);
  }
}

async function parseEdits(text: string): Promise<readonly StageEdit[]> {
  const { readStageEdits, StageEditError } = await import("@usdkit/usd");
  try {
    return readStageEdits(JSON.parse(text));
  } catch (error) {
    if (error instanceof StageEditError) throw new UsageError(describeEditError(error));
    if (error instanceof SyntaxError) throw new UsageError(`The edits are not JSON: ${error.message}`);
    throw error;
  }
}
