/** Pages of rules, for hovers and commands. */
import { rulePage, everyRule as rules, type Rule } from "@usdkit/validate";

/** Returns the page of a rule, as Markdown; undefined for an id that no rule has. */
export function pageOf(id: string, custom: readonly Rule[] = []): string | undefined {
  const rule = rules.find(({ meta }) => meta.id === id) ?? custom.find(({ meta }) => meta.id === id);
  return rule === undefined ? undefined : rulePage(rule);
}
