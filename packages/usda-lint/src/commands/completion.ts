import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { didYouMean } from "@usdkit/command/cli/similar-names";
import { bashCompletion } from "../completion/bash.ts";
import { fishCompletion } from "../completion/fish.ts";
import { completionModel, type CompletionModel, type PlainProgram } from "../completion/model.ts";
import { zshCompletion } from "../completion/zsh.ts";
import { standardOutput } from "@usdkit/command/terminal/output";

export interface CompletionArguments {
  shell: string;
}

const SHELLS: Readonly<Record<string, (model: CompletionModel) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** The command of `program`, whose commands and flags the script completes. */
export function completionOf(program: PlainProgram): Command<CompletionArguments> {
  const names = Object.keys(SHELLS);
  return {
    command: "completion <shell>",
    describe: "Print a script that completes commands, flags and their values in a shell",
    builder: { shell: { choices: names, describe: names.join(", ") } },
    examples: [
      ['eval "$($0 completion bash)"', "in ~/.bashrc"],
      ["$0 completion zsh > ~/.zfunc/_$0", "with ~/.zfunc in $fpath"],
      ["$0 completion fish | source", "in ~/.config/fish/config.fish"],
    ],
    async handler({ shell }) {
      const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
      if (script === undefined) {
        throw new UsageError(
          `There is no completion for "${shell}", only for ${names.join(", ")}.${didYouMean(shell, names)}`,
        );
      }
      await standardOutput.write(script(await completionModel(program)));
    },
  };
}
