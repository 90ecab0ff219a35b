/** The documentation of an API schema that `apiSchemas` names. */
import { codeSpan } from "../../protocol/markdown.ts";
import { parseApi } from "../../scene/api-schemas.ts";
import { assignedAt } from "../../scene/assigned.ts";
import { describeApi } from "../../scene/describe-property.ts";
import type { HoverProvider } from "./provider.ts";
import { serviceNote } from "./service-note.ts";

export const apiSchema: HoverProvider = (context) => {
  const { token } = context.cursor;
  if (token?.type !== "string" || assignedAt(context)?.words.at(-1) !== "apiSchemas") return undefined;
  const text = context.textOf(token).slice(1, -1);
  const applied = parseApi(context.reference, text);
  const markdown =
    applied === undefined
      ? `${codeSpan(text)}\n\nNot among the API schemas of OpenUSD.`
      : `${describeApi(applied)}${problemOf(applied)}`;
  return { markdown: `${markdown}${serviceNote(context, "The rendering service does not read it.")}`, range: token };
};

function problemOf({ schema, instance }: NonNullable<ReturnType<typeof parseApi>>): string {
  if (schema.isMultiple && instance === "") return "\n\nThe name after it is missing.";
  return !schema.isMultiple && instance !== "" ? "\n\nIt is applied without a name." : "";
}
