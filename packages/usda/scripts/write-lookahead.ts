// Writes the lookahead tables of the grammar's alternatives to a file, so that no run has to compute them.
// Run it after a change to a rule; `lookahead-table.test.ts` fails if it is due.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { analyseGrammar } from "./analyse-grammar.ts";

const file = join(import.meta.dirname, "../src/grammar/lookahead.generated.ts");
const rules = analyseGrammar();

const quote = (text: string): string => JSON.stringify(text);
const lines = Object.entries(rules).map(([rule, decisions]) => {
  const methods = Object.entries(decisions).map(([method, decision]) =>
    typeof decision === "string"
      ? `    ${method}: ${quote(decision)},\n`
      : `    ${method}: [\n${decision.map((tokens) => `      ${quote(tokens)},\n`).join("")}    ],\n`,
  );
  return methods.length === 0 ? `  ${rule}: {},\n` : `  ${rule}: {\n${methods.join("")}  },\n`;
});

writeFileSync(
  file,
  `// Made by \`pnpm run lookahead\` from packages/usda/src/grammar/rules. Not to be changed by hand.
import type { LookaheadTable } from "./chevrotain/lookahead-table.ts";

export const lookahead: LookaheadTable = {
${lines.join("")}};
`,
);
console.log(`Wrote the lookahead of ${lines.length} rules.`);
