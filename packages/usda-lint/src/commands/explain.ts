import { rulePage, rules } from "@usdkit/validate";
import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { didYouMean } from "@usdkit/command/cli/similar-names";
import { isTerminal, standardOutput, terminalColumns } from "@usdkit/command/terminal/output";
import { renderMarkdown } from "../terminal/render-markdown.ts";
import { createStyle, wantsColor } from "@usdkit/command/terminal/style";

export interface ExplainArguments {
  rule: string;
  color?: boolean;
}

export const explain: Command<ExplainArguments> = {
  command: "explain <rule>",
  describe: "Tell what a rule is about, with scenes that keep and break it",
  builder: { rule: { describe: "The id of a rule, as findings name it" } },
  examples: [["$0 explain duplicate-field", "the page of that rule"]],
  async handler({ rule: id, color }) {
    const rule = rules.find(({ meta }) => meta.id === id);
    if (rule === undefined) {
      const ids = rules.map(({ meta }) => meta.id);
      throw new UsageError(`There is no rule "${id}".${didYouMean(id, ids)} "usda-lint rules" lists them.`);
    }
    const style = createStyle(wantsColor(color, () => isTerminal(1), process.env));
    await standardOutput.write(renderMarkdown(rulePage(rule), { style, columns: Math.min(100, terminalColumns(1)) }));
  },
};
