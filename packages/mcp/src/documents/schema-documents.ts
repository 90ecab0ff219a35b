/** The schemas of OpenUSD as resources: `usdkit://schemas`, `usdkit://schemas/{schema}`. */
import type { Fallback, Schema } from "@usdkit/schemas";
import type { Documents } from "./documents.ts";

export const schemaDocuments: Documents = {
  name: "schemas",
  title: "Schemas of OpenUSD",
  description:
    "Every prim type and API schema; the page of one has its properties with types, fallbacks and allowed tokens",
  async list() {
    const { schemas } = await import("@usdkit/schemas");
    return Array.from(schemas.values(), ({ name, base }) => ({
      id: name,
      description: base === undefined ? "" : `is a ${base}`,
    }));
  },
  async read(id) {
    const { documentationOf, schemaOf } = await import("@usdkit/schemas");
    const schema = schemaOf(id);
    return schema && schemaPage(schema, documentationOf(id));
  },
};

function schemaPage({ name, base, properties }: Schema, page: string): string {
  const rows = Array.from(properties.values(), (property) => {
    const allowed = property.allowedTokens ?? [];
    const tokens = allowed.length === 0 ? "" : allowed.map((token) => `\`${token}\``).join(", ");
    return `| \`${property.name}\` | ${property.type} | ${fallbackText(property.fallback)} | ${tokens} | ${property.schema} |`;
  });
  return [
    `# ${name}`,
    "",
    ...(base === undefined ? [] : [`Inherits ${base}.`, ""]),
    `Documentation: ${page}`,
    "",
    "| Property | Type | Fallback | Allowed tokens | Schema |",
    "|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

function fallbackText(fallback: Fallback | undefined): string {
  return fallback === undefined ? "" : `\`${JSON.stringify(fallback)}\``;
}
