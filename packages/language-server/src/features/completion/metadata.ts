/** Fields in the metadata of layers, prims, properties and variants. */
import { fieldDefinitions } from "@usdkit/layer";
import type { FieldDefinition } from "@usdkit/layer";
import { listOperationWords } from "@usdkit/usda";
import { CompletionItemKind } from "vscode-languageserver-types";
import { codeSpan, escapeMarkdown } from "../../protocol/markdown.ts";
import { metadataKind } from "../../syntax/cursor.ts";
import { item, type CompletionContext, type CompletionProvider } from "./provider.ts";

export const metadata: CompletionProvider = (context) => {
  const { cursor, textOf } = context;
  const kind = metadataKind(cursor, textOf);
  if (kind === undefined || (cursor.token !== undefined && cursor.token.type !== "word")) return undefined;
  const words = cursor.before.map(textOf);
  if (words.includes("=")) return undefined;
  const start = cursor.token?.start ?? cursor.offset;
  const isListOperation = words.length === 1 && listOperationWords.has(words[0]);
  if (words.length > 0 && !isListOperation) return [];
  const fields = [...fieldDefinitions.values()].filter(({ on, syntax, type }) => {
    return on.includes(kind) && syntax !== "none" && (!isListOperation || isList(type));
  });
  const items = fields.map((field) => {
    const word = field.keyword ?? field.name;
    return item(context, word, CompletionItemKind.Property, {
      start,
      detail: field.type,
      documentation: describeField(field),
      text: `${word} = `,
      snippet: snippetOf(word, field.type),
      rank: field.plugin ? 2 : 1,
    });
  });
  if (isListOperation) return items;
  return [...items, ...listWords(context, start)];
};

function listWords(context: CompletionContext, start: number): ReturnType<typeof item>[] {
  return ["prepend", "append", "delete"].map((word) =>
    item(context, word, CompletionItemKind.Keyword, { start, text: `${word} `, rank: 3 }),
  );
}

/** Returns a field's type and fallback as Markdown. */
export function describeField({ name, type, on, fallback, plugin }: FieldDefinition): string {
  const facts = [`Metadata field ${codeSpan(name)} of type ${codeSpan(type)}, on ${escapeMarkdown(on.join(", "))}`];
  if (fallback !== undefined) facts.push(`Fallback: ${codeSpan(JSON.stringify(fallback))}`);
  if (plugin) facts.push("Declared by a plugin of the distribution");
  return facts.join("\n\n");
}

function isList(type: string): boolean {
  return type.endsWith("ListOp");
}

function snippetOf(word: string, type: string): string {
  if (type === "string" || type === "token" || word === "kind") return `${word} = "$1"`;
  if (type === "asset") return `${word} = @$1@`;
  if (type === "dictionary" || type === "variantSelection" || type === "stringMap") return `${word} = {\n\t$1\n}`;
  if (type === "referenceListOp" || type === "payloadListOp") return `${word} = @$1@`;
  if (type === "pathListOp") return `${word} = <$1>`;
  if (type === "subLayers" || type.endsWith("[]") || isList(type)) return `${word} = [$1]`;
  return `${word} = $1`;
}
