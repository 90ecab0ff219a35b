/** The outline: prims, variants and properties. Editors make breadcrumbs of it. */
import type { PrimLike, PropertySpec, Spec } from "@usdkit/layer";
import type { DocumentSymbol } from "vscode-languageserver-types";
import { SymbolKind } from "vscode-languageserver-types";
import type { DocumentState } from "../document/document-state.ts";
import { plain } from "../protocol/markdown.ts";
import { onDocument, type Feature } from "./feature.ts";

/** More symbols than this are left out: properties first. */
const MAX_SYMBOLS = 50_000;
/** Deeper prims are left out: editors recurse. */
const MAX_DEPTH = 200;

const KINDS: Readonly<Record<string, SymbolKind>> = {
  Camera: SymbolKind.Event,
  Mesh: SymbolKind.Object,
  Scope: SymbolKind.Namespace,
  Xform: SymbolKind.Module,
};

export const documentSymbols: Feature = {
  capabilities: { documentSymbolProvider: true },
  register(session) {
    session.connection.onDocumentSymbol(onDocument(session, null, (document) => symbolsOf(document)));
  },
};

/** Returns the symbols of a document. */
function symbolsOf(document: DocumentState): DocumentSymbol[] {
  const { layer } = document;
  const roots: DocumentSymbol[] = [];
  let left = MAX_SYMBOLS;
  // Parents before children, without recursion.
  const waiting: { readonly owner: PrimLike; readonly into: DocumentSymbol[]; readonly depth: number }[] = [
    { owner: layer.root, into: roots, depth: 0 },
  ];
  for (let next = waiting.shift(); next !== undefined && left > 0; next = waiting.shift()) {
    const { owner, into, depth } = next;
    const add = (spec: Exclude<Spec, { specType: "pseudoRoot" }>): DocumentSymbol => {
      const symbol = symbolOf(document, spec);
      into.push(symbol);
      left--;
      return symbol;
    };
    if (left > MAX_SYMBOLS / 2) for (const property of owner.properties) add(property);
    for (const set of owner.variantSets) {
      const { children = [] } = add(set);
      for (const variant of set.variants) {
        const symbol = symbolOf(document, variant);
        children.push(symbol);
        left--;
        if (depth < MAX_DEPTH) waiting.push({ owner: variant, into: symbol.children ?? [], depth: depth + 2 });
      }
    }
    for (const prim of owner.children) {
      if (left <= 0) break;
      const symbol = add(prim);
      if (depth < MAX_DEPTH) waiting.push({ owner: prim, into: symbol.children ?? [], depth: depth + 1 });
    }
  }
  return roots;
}

function symbolOf({ text }: DocumentState, spec: Exclude<Spec, { specType: "pseudoRoot" }>): DocumentSymbol {
  const { start, end } = spec.range ?? { start: 0, end: 0 };
  const name = spec.nameRange ?? { start, end: start };
  // The name must be within the symbol, whatever the text is.
  const from = Math.min(Math.max(name.start, start), end);
  const to = Math.min(Math.max(name.end, from), end);
  return {
    name: plain(spec.name) || "(unnamed)",
    detail: plain(detailOf(spec)),
    kind: kindOf(spec),
    range: text.rangeOf({ start, end }),
    selectionRange: text.rangeOf({ start: from, end: to }),
    children: [],
  };
}

function detailOf(spec: Spec): string {
  switch (spec.specType) {
    case "prim":
      return spec.specifier === "def" ? spec.typeName : `${spec.specifier} ${spec.typeName}`.trim();
    case "attribute":
      return spec.typeName;
    case "relationship":
      return "rel";
    case "variantSet":
      return "variant set";
    default:
      return "";
  }
}

function kindOf(spec: Spec | PropertySpec): SymbolKind {
  switch (spec.specType) {
    case "prim":
      return spec.specifier === "class" ? SymbolKind.Class : (KINDS[spec.typeName] ?? SymbolKind.Struct);
    case "attribute":
      return SymbolKind.Property;
    case "relationship":
      return SymbolKind.Field;
    case "variantSet":
      return SymbolKind.Enum;
    default:
      return SymbolKind.EnumMember;
  }
}
