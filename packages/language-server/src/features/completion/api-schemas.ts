/** Tokens of `apiSchemas`. */
import type { CompletionItem } from "vscode-languageserver-types";
import { CompletionItemKind } from "vscode-languageserver-types";
import { plain } from "../../protocol/markdown.ts";
import { appliedName, findApiProperty, type AppliedApi } from "../../scene/api-schemas.ts";
import { assignedAt } from "../../scene/assigned.ts";
import { describeApi } from "../../scene/describe-property.ts";
import { INSTANCE } from "../../scene/reference-schemas.ts";
import { ownerAt } from "../../syntax/spec-at.ts";
import { insideQuotes, item, snippetText, type CompletionContext, type CompletionProvider } from "./provider.ts";

/** Properties of the prim that are searched for instances. */
const MAX_PROPERTIES = 500;

export const apiSchemas: CompletionProvider = (context) => {
  const target = assignedAt(context);
  if (target?.words.at(-1) !== "apiSchemas" || (target.kind !== "prim" && target.kind !== "variant")) return undefined;
  const { reference } = context;
  const items: CompletionItem[] = [];
  for (const schema of reference.apis.values()) {
    if (!schema.isMultiple) items.push(itemOf(context, { schema, instance: "" }));
    for (const instance of schema.instances) items.push(itemOf(context, { schema, instance }));
    if (schema.isMultiple && schema.instances.length === 0) items.push(itemOf(context, { schema, instance: INSTANCE }));
  }
  const known = new Set(items.map(({ label }) => label));
  for (const applied of usedInstances(context)) {
    if (!known.has(plain(appliedName(applied)))) items.push(itemOf(context, applied));
    known.add(plain(appliedName(applied)));
  }
  return items;
};

function itemOf(context: CompletionContext, applied: AppliedApi): CompletionItem {
  const isOpen = applied.instance === INSTANCE;
  const { name } = applied.schema;
  const text = isOpen ? `${name}:` : appliedName(applied);
  const inside = insideQuotes(context, `"'`);
  const { token, offset } = context.cursor;
  const start = inside?.start ?? (token?.type === "word" ? token.start : offset);
  const mark = inside === undefined ? '"' : "";
  return item(context, plain(isOpen ? `${name}:NAME` : text), CompletionItemKind.Interface, {
    start,
    detail: applied.schema.source,
    documentation: describeApi(isOpen ? { ...applied, instance: "" } : applied),
    text: `${mark}${text}${mark}`,
    snippet: isOpen ? `${mark}${snippetText(text)}\${1:name}${mark}` : `${mark}${snippetText(text)}${mark}`,
    rank: isOpen ? 2 : 1,
  });
}

/** Returns instances that the prim has properties of, such as `CollectionAPI:lights` for `collection:lights:includes`. */
function* usedInstances({ document, cursor, reference }: CompletionContext): Generator<AppliedApi> {
  // The owner at the cursor is what the prim is in.
  for (const { name } of ownerAt(document.layer, cursor.offset).properties.slice(0, MAX_PROPERTIES)) {
    const found = findApiProperty(reference, [], name);
    if (found?.applied.schema.isMultiple === true) yield found.applied;
  }
}
