/** Pages of rules, for hovers and commands. */
import { rulePage, rules, type Rule } from "@usdkit/validate";

/** Returns the page of a rule, as Markdown; undefined for an id that no rule has. */
export async function pageOf(id: string, custom: readonly Rule[] = []): Promise<string | undefined> {
  const own = [...rules, ...custom].find(({ meta }) => meta.id === id);
  if (own !== undefined) return rulePage(own);
  const { stageRules } = await import("@usdkit/validate/stage");
  const rule = stageRules.find(({ meta }) => meta.id === id);
  return rule === undefined ? undefined : rulePage(rule);
}
