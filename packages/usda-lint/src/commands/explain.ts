import { rulePage, ruleMetas } from "@usdkit/validate";
import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { didYouMean } from "@usdkit/command/cli/similar-names";
import { renderMarkdown } from "../terminal/render-markdown.ts";
import { styleFor } from "@usdkit/command/terminal/style";

export interface ExplainArguments {
  rule: string;
  color?: boolean;
}

export const explain: Command<ExplainArguments> = {
  command: "explain <rule>",
  describe: "Explain a rule, with valid and invalid scenes",
  builder: { rule: { describe: "The id of a rule" } },
  examples: [["$0 explain duplicate-field", "the page of that rule"]],
  async handler({ rule: id, color }, { stdout, env }) {
    const { everyRule } = await import("@usdkit/validate/stage");
    const rule = everyRule.find(({ meta }) => meta.id === id);
    if (rule === undefined) {
      const ids = ruleMetas.map((meta) => meta.id);
      throw new UsageError(`Unknown rule "${id}".${didYouMean(id, ids)} Run "usda-lint rules" to list them.`);
    }
    const style = styleFor(stdout, color, env);
    await stdout.write(renderMarkdown(rulePage(rule), { style, columns: Math.min(100, stdout.columns) }));
  },
};
