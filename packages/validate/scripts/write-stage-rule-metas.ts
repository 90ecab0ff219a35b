// Writes the properties of the rules about stages to a table, so that programs which do not compose know them without the rules.
//
//   npx -y pnpm@12 run docs:rules

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stageRules } from "@usdkit/validate/stage";

const file = join(import.meta.dirname, "../src/stage-rules/stage-rule-metas.generated.ts");
const metas = stageRules.map(({ meta }) => JSON.stringify(meta));
writeFileSync(
  file,
  `// Made by packages/validate/scripts/write-stage-rule-metas.ts from packages/validate/src/stage-rules/index.ts. Not to be changed by hand.
import type { StageRuleMeta } from "../rule/stage-rule.ts";

/** The properties of the rules about stages, in the order of \`stageRules\`. */
export const stageRuleMetas: readonly StageRuleMeta[] = [
${metas.map((meta) => `  ${meta},`).join("\n")}
];
`,
);
