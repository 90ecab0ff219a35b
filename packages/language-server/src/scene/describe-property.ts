/** Definitions of properties and prim types as Markdown. */
import type { PrimDefinition, PropertyDefinition } from "@usdkit/service-scene";
import { codeSpan, escapeMarkdown, linkTarget } from "../protocol/markdown.ts";
import type { ApiSchema, Documented } from "./reference-schemas.ts";
import { apiProperties, type AppliedApi } from "./api-schemas.ts";
import { valueText } from "./schema-value.ts";

/** Returns type, unit, fallback, range, documentation and source of a property. */
export function describeProperty(definition: PropertyDefinition & Partial<Documented>, typeName: string): string {
  const { name, type, variability, unit, fallback, allowedTokens, description } = definition;
  const facts: [string, string][] = [["Type", codeSpan(variability === "uniform" ? `uniform ${type}` : type)]];
  if (unit !== undefined) facts.push(["Unit", escapeMarkdown(unit)]);
  if (fallback !== undefined) facts.push(["Fallback", codeSpan(valueText(fallback, type))]);
  if (allowedTokens !== undefined) facts.push(["Values", allowedTokens.map((token) => codeSpan(token)).join(", ")]);
  const range = rangeText(definition);
  if (range !== undefined) facts.push(["Range", escapeMarkdown(range)]);
  const rows = facts.map(([label, value]) => `- ${label}: ${value}`).join("\n");
  const title = `**${escapeMarkdown(typeName)}** · ${codeSpan(name)}`;
  return paragraphs([title, escapeMarkdown(description), rows, sourceOf(definition)]);
}

/** Returns the documentation of a prim type, with the properties that the service reads. */
export function describePrimType(definition: PrimDefinition & Partial<Documented>): string {
  const { typeName, description, properties } = definition;
  const names = Array.from(properties.keys(), (name) => codeSpan(name)).join(", ");
  const list = names === "" ? "" : `Properties: ${names}`;
  return paragraphs([`**${escapeMarkdown(typeName)}**`, escapeMarkdown(description), list, sourceOf(definition)]);
}

/** Returns the documentation of an API schema, with its properties. */
export function describeApi(applied: AppliedApi): string {
  const { name, isMultiple, description, instances, types }: ApiSchema = applied.schema;
  const facts: string[] = [];
  if (isMultiple) facts.push(`Applied with a name: ${codeSpan(`${name}:${applied.instance || "NAME"}`)}`);
  if (instances.length > 0) facts.push(`Names: ${instances.map(codeSpan).join(", ")}`);
  if (types.length > 0) facts.push(`For prims of type ${types.map(codeSpan).join(", ")}`);
  const names = apiProperties(applied).map((property) => codeSpan(property.name));
  if (names.length > 0) facts.push(`Properties: ${names.join(", ")}`);
  return paragraphs([`**${escapeMarkdown(name)}**`, escapeMarkdown(description), ...facts, sourceOf(applied.schema)]);
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Returns the source of a definition, with a link to its page. */
function sourceOf({ source, page }: { readonly source: string } & Partial<Documented>): string {
  return page === undefined ? `*${escapeMarkdown(source)}*` : `*[${escapeMarkdown(source)}](${linkTarget(page)})*`;
}

function rangeText({ range, isIncreasing }: PropertyDefinition): string | undefined {
  const parts: string[] = [];
  if (range?.exclusiveMinimum !== undefined) parts.push(`above ${range.exclusiveMinimum}`);
  if (range?.minimum !== undefined) parts.push(`at least ${range.minimum}`);
  if (isIncreasing === true) parts.push("each number above the one before");
  return parts.length === 0 ? undefined : parts.join(", ");
}
