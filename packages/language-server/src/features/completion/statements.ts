/** Statements in the block of a prim, variant or layer: prims, properties of the type, keywords. */
import { valueTypes } from "@usdkit/layer";
import type { PrimDefinition, PropertyDefinition } from "@usdkit/service-scene";
import type { CompletionItem } from "vscode-languageserver-types";
import { CompletionItemKind } from "vscode-languageserver-types";
import { plain } from "../../protocol/markdown.ts";
import { apiProperties, appliedApis, appliedName } from "../../scene/api-schemas.ts";
import { describePrimType, describeProperty } from "../../scene/describe-property.ts";
import type { FoundDefinition } from "../../scene/document-context.ts";
import { initialValue } from "../../scene/schema-value.ts";
import { item, snippetText, type ItemOptions, type CompletionContext, type CompletionProvider } from "./provider.ts";

const SPECIFIERS: ReadonlySet<string> = new Set(["def", "over", "class"]);
const PREFIXES: ReadonlySet<string> = new Set(["custom", "uniform", "varying", "config"]);
/** Types that scenes use most; they come before the others. */
const USUAL_TYPES: ReadonlySet<string> = new Set(
  "bool int int2 float float2 float3 double double3 string token asset color3f point3f normal3f matrix4d quatf".split(
    " ",
  ),
);

export const statements: CompletionProvider = (context) => {
  const { cursor, textOf } = context;
  const innermost = cursor.brackets.at(-1)?.kind ?? "statements";
  if (innermost !== "statements") return innermost === "variants" ? [] : undefined;
  if (cursor.token !== undefined && cursor.token.type !== "word") return undefined;
  const words = cursor.before.map(textOf);
  if (words.length === 0) return isHeader(context) ? header(context) : statementItems(context);
  const [first] = words;
  if (SPECIFIERS.has(first)) return words.length === 1 ? primTypeItems(context) : [];
  const rest = words.filter((word) => !PREFIXES.has(word));
  if (rest.length === 0) return typeItems(context, 0);
  if (rest.length === 1) return propertyNames(context, rest[0]);
  return [];
};

function isHeader({ cursor }: CompletionContext): boolean {
  return cursor.brackets.length === 0 && cursor.token === undefined && cursor.offset === 0;
}

function header(context: CompletionContext): CompletionItem[] {
  return [item(context, "#usda 1.0", CompletionItemKind.Snippet, { start: 0, text: "#usda 1.0\n" })];
}

function startOf({ cursor }: CompletionContext): number {
  return cursor.token?.start ?? cursor.offset;
}

function statementItems(context: CompletionContext): CompletionItem[] {
  const { owner } = context.cursor;
  const start = startOf(context);
  const keyword = (label: string, detail: string, snippet: string): CompletionItem =>
    item(context, label, CompletionItemKind.Keyword, { start, detail, text: `${label} `, snippet, rank: 200 });
  const items = [
    keyword("def", "Define a prim", 'def ${1:Xform} "${2:Name}"\n{\n\t$0\n}'),
    keyword("over", "Add opinions to a prim", 'over "${1:Name}"\n{\n\t$0\n}'),
    keyword("class", "Define a class to inherit from", 'class "${1:_class_Name}"\n{\n\t$0\n}'),
  ];
  if (owner.specType === "pseudoRoot")
    return [...items, keyword("reorder", "Order root prims", 'reorder rootPrims = ["$1"]')];
  items.push(
    keyword("rel", "Relationship", "rel ${1:name} = <$2>"),
    keyword("custom", "Property outside of the schema", "custom $0"),
    keyword("uniform", "Attribute that does not vary over time", "uniform $0"),
    keyword("variantSet", "Variants of the prim", 'variantSet "${1:set}" = {\n\t"${2:variant}" {\n\t\t$0\n\t}\n}'),
    keyword("reorder", "Order children or properties", 'reorder ${1|nameChildren,properties|} = ["$2"]'),
  );
  return [...propertyItems(context), ...items, ...typeItems(context, 300)];
}

/** Whole statements for properties of the prim's type that it does not author yet. */
function propertyItems(context: CompletionContext): CompletionItem[] {
  const { owner } = context.cursor;
  const start = startOf(context);
  return definitionsHere(context).map(({ definition, typeName, isRead }) => {
    const { name, type, variability } = definition;
    const head = type === "rel" ? `rel ${name}` : `${variability === "uniform" ? "uniform " : ""}${type} ${name}`;
    const isAuthored = owner.properties.some((each) => each.name === name);
    return item(context, name, CompletionItemKind.Field, {
      start,
      detail: isAuthored ? `${type}, authored above or below` : type,
      documentation: describeProperty(definition, typeName),
      ...assignment(head, definition),
      rank: isAuthored ? 190 : isRead ? 100 : 110,
    });
  });
}

/** Returns the text and the snippet of a statement that begins with `head`. */
function assignment(head: string, definition: PropertyDefinition): Pick<ItemOptions, "text" | "snippet"> {
  const value = initialValue(definition);
  // No path is a target that any prim could have.
  if (definition.type === "rel") return { text: head, snippet: `${snippetText(head)} = <$1>` };
  if (value === undefined) return { text: head, snippet: snippetText(head) };
  return { text: `${head} = ${value}`, snippet: `${snippetText(head)} = \${1:${snippetText(value)}}` };
}

/** Returns the properties of the prim's type that the service reads, those of its API schemas, and the others of its type. */
function definitionsHere({ cursor, primTypes, reference }: CompletionContext): readonly FoundDefinition[] {
  const { owner } = cursor;
  const prim = owner.specType === "variant" ? owner.parent.parent : owner;
  if (prim.specType !== "prim") return [];
  // An `over` without a type may be of any; those of cameras are what patches change.
  const typeName = prim.typeName === "" ? "Camera" : prim.typeName;
  const found = new Map<string, FoundDefinition>();
  const add = (definition: PropertyDefinition, from: string, isRead: boolean): void => {
    if (found.has(definition.name)) return;
    found.set(definition.name, { definition, typeName: from, isRead, isApplied: true });
  };
  for (const definition of primTypes.get(typeName)?.properties.values() ?? []) add(definition, typeName, true);
  for (const applied of appliedApis(reference, owner)) {
    for (const definition of apiProperties(applied)) add(definition, appliedName(applied), false);
  }
  if (prim.typeName !== "") {
    for (const definition of reference.types.get(typeName)?.properties.values() ?? []) add(definition, typeName, false);
  }
  return [...found.values()];
}

function primTypeItems(context: CompletionContext): CompletionItem[] {
  const start = startOf(context);
  const itemOf = (definition: PrimDefinition, rank: number): CompletionItem =>
    item(context, definition.typeName, CompletionItemKind.Class, {
      start,
      detail: definition.source,
      documentation: describePrimType(definition),
      text: `${definition.typeName} `,
      snippet: `${definition.typeName} "\${1:${definition.typeName}}"$0`,
      rank,
    });
  const { primTypes, reference } = context;
  const known = Array.from(primTypes.values(), (definition) => itemOf(definition, 1));
  const ofReference = [...reference.types.values()].filter(({ typeName }) => !primTypes.has(typeName));
  known.push(...ofReference.map((definition) => itemOf(definition, 3)));
  const used = new Set<string>();
  const waiting = [...context.document.layer.root.children].slice(0, 1000);
  for (let prim = waiting.pop(), left = 2000; prim !== undefined && left > 0; prim = waiting.pop(), left--) {
    const isKnown = primTypes.has(prim.typeName) || reference.types.has(prim.typeName);
    if (prim.typeName !== "" && !isKnown) used.add(prim.typeName);
    waiting.push(...prim.children.slice(0, 1000));
  }
  const others = [...used].map((name) =>
    item(context, plain(name), CompletionItemKind.Class, {
      start,
      text: `${name} `,
      detail: "used in this layer",
      rank: 2,
    }),
  );
  return [...known, ...others];
}

function typeItems(context: CompletionContext, rank: number): CompletionItem[] {
  const start = startOf(context);
  const names = [...valueTypes.values()].filter((type) => type.canonicalName === type.name);
  return names.flatMap((type) => {
    const options = { start, rank: rank + (USUAL_TYPES.has(type.name) ? 1 : 2) };
    const scalar = item(context, type.name, CompletionItemKind.TypeParameter, { ...options, text: `${type.name} ` });
    if (!type.hasArray) return [scalar];
    const array = `${type.name}[]`;
    return [scalar, item(context, array, CompletionItemKind.TypeParameter, { ...options, text: `${array} ` })];
  });
}

/** Names after a type: those of the prim's table that have it. */
function propertyNames(context: CompletionContext, type: string): CompletionItem[] {
  const start = startOf(context);
  return definitionsHere(context)
    .filter(({ definition }) => definition.type === type)
    .map(({ definition, typeName }) =>
      item(context, definition.name, CompletionItemKind.Field, {
        start,
        documentation: describeProperty(definition, typeName),
        ...assignment(definition.name, definition),
        // Without snippets the value is typed next.
        ...(initialValue(definition) === undefined ? {} : { text: `${definition.name} = ` }),
      }),
    );
}
