import type { Command } from "@usdkit/command/cli/command";
import { bashCompletion } from "../completion/bash.ts";
import { fishCompletion } from "../completion/fish.ts";
import { completionModel, type CompletionModel, type CompletedProgram } from "../completion/model.ts";
import { zshCompletion } from "../completion/zsh.ts";

type Shell = "bash" | "zsh" | "fish";

export interface CompletionArguments {
  shell: Shell;
}

const SHELLS: Readonly<Record<Shell, (model: CompletionModel) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Returns the command that prints a completion script of `program`. */
export function completionOf(program: CompletedProgram): Command<CompletionArguments> {
  const names = Object.keys(SHELLS);
  return {
    command: "completion <shell>",
    describe: "Print a script that completes commands, options and their values in a shell",
    builder: { shell: { choices: names, describe: names.join(", ") } },
    examples: [
      ['eval "$($0 completion bash)"', "in ~/.bashrc"],
      ["$0 completion zsh > ~/.zfunc/_$0", "with ~/.zfunc in $fpath"],
      ["$0 completion fish | source", "in ~/.config/fish/config.fish"],
    ],
    async handler({ shell }, { stdout }) {
      await stdout.write(SHELLS[shell](await completionModel(program)));
    },
  };
}
