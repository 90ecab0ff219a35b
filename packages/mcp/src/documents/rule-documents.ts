/** The linter's rules as resources: `usdkit://rules`, `usdkit://rules/{rule}`. */
import type { Documents } from "./documents.ts";

export const ruleDocuments: Documents = {
  name: "rules",
  title: "Rules of the linter",
  description: "Every rule with its severity; the page of a rule has examples and its fix",
  async list() {
    const { everyRule } = await import("@usdkit/validate/stage");
    return everyRule.map(({ meta }) => ({ id: meta.id, description: meta.summary }));
  },
  async read(id) {
    const [{ rulePage }, { everyRule }] = await Promise.all([
      import("@usdkit/validate"),
      import("@usdkit/validate/stage"),
    ]);
    const rule = everyRule.find(({ meta }) => meta.id === id);
    return rule && rulePage(rule);
  },
};
