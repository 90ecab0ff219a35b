// Writes the inheritance of OpenUSD's types, a part of the table of schemas, as a table of its own: a bundle that asks
// which types are transformable leaves out all properties. Then run the script `format`.

import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { schemas } from "@usdkit/schemas";

/** Returns the text of `type-bases.generated.ts`, before it is formatted. */
export function typesText(): string {
  const types = [...schemas.values()]
    .filter(({ kind }) => kind === "concrete" || kind === "abstract")
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const bases = Object.fromEntries(types.flatMap(({ name, base }) => (base === undefined ? [] : [[name, base]])));
  const abstracts = types.filter(({ kind }) => kind === "abstract").map(({ name }) => name);
  return `// Made by packages/schemas/scripts/write-types.ts from packages/schemas/src/table/schema-rows.generated.ts. Not to be changed by hand.

/** Type → its base. */
export const typeBases: Readonly<Record<string, string>> = ${JSON.stringify(bases)};

/** Types that no prim has. */
export const abstractTypes: readonly string[] = ${JSON.stringify(abstracts)};
`;
}

if (import.meta.main) {
  writeFileSync(resolve(import.meta.dirname, "../src/types/type-bases.generated.ts"), typesText());
}
