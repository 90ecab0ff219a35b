/** Values after `=`: tokens that the schema allows, booleans, names of prims. */
import { displayUnits, fieldDefinitions } from "@usdkit/layer";
import { lookupMetadata } from "@usdkit/usda";
import type { CompletionItem } from "vscode-languageserver-types";
import { CompletionItemKind } from "vscode-languageserver-types";
import { plain } from "../../protocol/markdown.ts";
import { assignedAt, type Assigned } from "../../scene/assigned.ts";
import { definitionOf } from "../../scene/document-context.ts";
import { insideQuotes, item, type CompletionContext, type CompletionProvider } from "./provider.ts";

/** Tokens of metadata fields; sources: UsdGeomTokens, UsdShadeTokens, KindRegistry, Sdf. */
const FIELD_TOKENS: Readonly<Record<string, readonly string[]>> = {
  upAxis: ["Y", "Z"],
  kind: ["assembly", "group", "component", "subcomponent"],
  interpolation: ["constant", "uniform", "varying", "vertex", "faceVarying"],
  permission: ["public", "private"],
  bindMaterialAs: ["strongerThanDescendants", "weakerThanDescendants"],
  displayUnit: [...displayUnits.keys()],
};

/** Words that are written without quotes. */
const BARE_FIELDS: ReadonlySet<string> = new Set(["permission", "displayUnit"]);

export const values: CompletionProvider = (context) => {
  const target = assignedAt(context);
  if (target === undefined) return undefined;
  const found = valuesOf(context, target);
  if (found === undefined) return undefined;
  const { quoted, bare } = found;
  const inside = insideQuotes(context, `"'`);
  const { cursor } = context;
  if (inside !== undefined) {
    return quoted.map((value) =>
      item(context, plain(value), CompletionItemKind.EnumMember, { start: inside.start, text: value }),
    );
  }
  const start = cursor.token?.type === "word" ? cursor.token.start : cursor.offset;
  const items: CompletionItem[] = quoted.map((value) => {
    const text = JSON.stringify(value);
    return item(context, plain(text), CompletionItemKind.EnumMember, { start, text });
  });
  for (const word of bare) items.push(item(context, word, CompletionItemKind.Keyword, { start }));
  return items;
};

function valuesOf(
  context: CompletionContext,
  { words, kind }: Assigned,
): { readonly quoted: readonly string[]; readonly bare: readonly string[] } | undefined {
  const { cursor, document } = context;
  const name = words.at(-1) ?? "";
  const none: readonly string[] = [];
  if (kind !== undefined) {
    const found = lookupMetadata(kind, name);
    const field = "field" in found ? found.field : fieldDefinitions.get(name);
    if (name === "defaultPrim") return { quoted: document.layer.root.children.map((prim) => prim.name), bare: none };
    const tokens = FIELD_TOKENS[field?.name ?? name];
    if (tokens !== undefined)
      return BARE_FIELDS.has(name) ? { quoted: none, bare: tokens } : { quoted: tokens, bare: none };
    return field?.type === "bool" ? { quoted: none, bare: ["true", "false"] } : undefined;
  }
  const { owner } = cursor;
  if (words[0] === "reorder") {
    const names = words[1] === "properties" ? owner.properties : owner.children;
    return { quoted: names.map((each) => each.name), bare: none };
  }
  if (name === "xformOpOrder") {
    const ops = owner.properties.filter((each) => each.name.startsWith("xformOp:")).map((each) => each.name);
    return { quoted: [...ops, "!resetXformStack!"], bare: none };
  }
  const definition = definitionOf(context, owner, name)?.definition;
  if (definition?.allowedTokens !== undefined) return { quoted: definition.allowedTokens, bare: ["None"] };
  const type = words.at(-2);
  if (type === "bool") return { quoted: none, bare: ["true", "false", "None"] };
  return undefined;
}
