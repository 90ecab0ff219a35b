/** The page of a rule that a `# usda-lint-disable…` comment names. */
import { pageOf } from "../../scene/rule-pages.ts";
import type { HoverProvider } from "./provider.ts";

const ID = /[A-Za-z][\w-]*/g;

export const rule: HoverProvider = async ({ cursor, textOf, settings, document }) => {
  const { token, offset } = cursor;
  if (token?.type !== "lineComment" && token?.type !== "blockComment") return undefined;
  const text = textOf(token);
  if (!text.includes("usda-lint-")) return undefined;
  const units = document.text.slice({ start: token.start, end: offset }).length;
  for (const match of text.matchAll(ID)) {
    if (units < match.index || units > match.index + match[0].length) continue;
    const page = await pageOf(match[0], settings.check.customRules);
    return page === undefined ? undefined : { markdown: page, range: token };
  }
  return undefined;
};
