/** Rules in `# usda-lint-disable…` comments. */
import { ruleMetas } from "@usdkit/validate";
import { CompletionItemKind } from "vscode-languageserver-types";
import { escapeMarkdown } from "../../protocol/markdown.ts";
import { item, type CompletionProvider } from "./provider.ts";

const DIRECTIVES: Readonly<Record<string, string>> = {
  "usda-lint-disable-next-line": "Suppress rules on the next line",
  "usda-lint-disable-line": "Suppress rules on this line",
  "usda-lint-disable": "Suppress rules from here on",
  "usda-lint-enable": "End what usda-lint-disable began",
};

export const suppressions: CompletionProvider = (context) => {
  const { token, prefix, offset } = context.cursor;
  if (token?.type !== "lineComment" && token?.type !== "blockComment") return undefined;
  const inList = /usda-lint-(?:disable-next-line|disable-line|disable|enable)\s(?:.*[\s,])?([\w-]*)$/.exec(prefix);
  if (inList !== null && !/\s--\s/.test(prefix)) {
    const start = offset - inList[1].length;
    const configured = (context.settings.check.customRules ?? []).map(({ meta }) => meta);
    return [...ruleMetas, ...configured]
      .filter(({ isSuppressible }) => isSuppressible !== false)
      .map(({ id, summary }) =>
        item(context, id, CompletionItemKind.EnumMember, { start, documentation: escapeMarkdown(summary) }),
      );
  }
  const word = /(?:^|[#/*\s])([\w-]*)$/.exec(prefix);
  if (word === null || inList !== null) return [];
  const start = offset - word[1].length;
  return Object.entries(DIRECTIVES).map(([label, detail]) =>
    item(context, label, CompletionItemKind.Keyword, { start, detail, text: `${label} ` }),
  );
};
