/** The schema's definition of a property, or of a prim's type. */
import { valueTypes, type PropertySpec, type ValueType } from "@usdkit/layer";
import { codeSpan, escapeMarkdown } from "../../protocol/markdown.ts";
import { definitionOf } from "../../scene/document-context.ts";
import { describePrimType, describeProperty } from "../../scene/describe-property.ts";
import { primOf, specAt } from "../../syntax/spec-at.ts";
import type { HoverContext, HoverProvider } from "./provider.ts";
import { isForService, serviceNote } from "./service-note.ts";

export const property: HoverProvider = async (context) => {
  const { cursor, textOf, primTypes } = context;
  const { token, owner } = cursor;
  if (token === undefined || (token.type !== "word" && token.type !== "string")) return undefined;
  const innermost = cursor.brackets.at(-1)?.kind ?? "statements";
  if (innermost !== "statements") return undefined;
  const text = textOf(token);
  if (token.type === "string") return undefined;
  const words = cursor.before.map(textOf);
  if (["def", "over", "class"].includes(words.at(-1) ?? "")) {
    const definition = primTypes.get(text);
    if (definition !== undefined) return { markdown: describePrimType(definition), range: token };
    const ofReference = context.reference.types.get(text);
    const described = ofReference === undefined ? `Prim type ${codeSpan(text)}` : describePrimType(ofReference);
    return { markdown: `${described}${serviceNote(context, "The rendering service does not read it.")}`, range: token };
  }
  const spec = specAt(context.document.layer, cursor.offset);
  const authored = owner.properties.find((each) => each.name === text) ?? (spec.name === text ? spec : undefined);
  if (authored?.specType === "attribute" || authored?.specType === "relationship") {
    return { markdown: describeAuthored(context, authored), range: token };
  }
  const type = valueTypes.get(text.replace(/\[\]$/, ""));
  return type === undefined ? undefined : { markdown: describeValueType(text, type), range: token };
};

function describeAuthored(context: HoverContext, spec: PropertySpec): string {
  const prim = primOf(spec);
  const found = definitionOf(context, spec.parent, spec.name);
  if (found !== undefined) {
    const { definition, typeName, isRead, isApplied } = found;
    const missing = isApplied ? "" : `\n\nThis layer does not apply ${codeSpan(typeName)} to the prim.`;
    const note = isRead ? "" : serviceNote(context, "The rendering service ignores it.");
    return `${describeProperty(definition, typeName)}${missing}${note}`;
  }
  const head = spec.specType === "attribute" ? `${spec.typeName} ${spec.name}` : `rel ${spec.name}`;
  const type = prim?.typeName ?? "";
  const isUnknown = type !== "" && isForService(context);
  const note = isUnknown ? `\n\nNot in the table of ${codeSpan(type)}: the rendering service ignores it.` : "";
  return `${codeSpan(head)}\n\n${escapeMarkdown(spec.path)}${note}`;
}

function describeValueType(name: string, { components, kind, role, canonicalName }: ValueType): string {
  const facts = [`Value type ${codeSpan(name)}`];
  if (components > 1) facts.push(`${components} numbers of type ${codeSpan(kind)}`);
  if (role !== "") facts.push(`Role: ${escapeMarkdown(role)}`);
  if (!name.startsWith(canonicalName)) facts.push(`An old name of ${codeSpan(canonicalName)}`);
  return facts.join("\n\n");
}
