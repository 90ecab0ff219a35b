/** Paths of the layer's prims and properties, in `<…>`. */
import type { Layer, PrimLike } from "@usdkit/layer";
import { absolutePath, primPathOf, stripVariantSelections } from "@usdkit/layer";
import { CompletionItemKind } from "vscode-languageserver-types";
import { plain } from "../../protocol/markdown.ts";
import { insideQuotes, item, type CompletionProvider } from "./provider.ts";

const MAX_ITEMS = 500;

export const paths: CompletionProvider = (context) => {
  const inside = insideQuotes(context, "<");
  if (inside === undefined) return undefined;
  const { cursor, document } = context;
  // `@a.usda@</…>` is a path of another layer, which is not read here.
  const previous = cursor.before.at(-1);
  if (previous?.type === "asset") return [];
  const { text, start } = inside;
  const cut = Math.max(text.lastIndexOf("/"), text.lastIndexOf(".")) + 1;
  const anchor = primPathOf(cursor.owner.path);
  const isProperty = cut > 0 && text[cut - 1] === ".";
  const base = isProperty ? text.slice(0, cut - 1) : text.slice(0, Math.max(0, cut - 1));
  const parentPath = text.startsWith("/") ? base || "/" : absolutePath(base === "" ? "." : base, anchor);
  const parent = parentPath === undefined ? undefined : findOwner(document.layer, stripVariantSelections(parentPath));
  if (parent === undefined) return [];
  const from = start + cut;
  if (isProperty) {
    return parent.properties
      .slice(0, MAX_ITEMS)
      .map(({ name }) => item(context, plain(name), CompletionItemKind.Property, { start: from, text: name }));
  }
  const children = parent.children.slice(0, MAX_ITEMS).map(({ name, typeName }) =>
    item(context, plain(name), CompletionItemKind.Struct, {
      start: from,
      text: cut === 0 && parent.path === "/" ? `/${name}` : name,
      detail: plain(typeName),
    }),
  );
  if (cut > 0) return children;
  // Nothing is typed yet: root prims, too, by their absolute paths.
  const roots = document.layer.root.children
    .slice(0, MAX_ITEMS)
    .map(({ path, typeName }) =>
      item(context, plain(path), CompletionItemKind.Struct, { start: from, text: path, detail: plain(typeName) }),
    );
  return parent.path === "/" ? roots : [...roots, ...children];
};

/** Returns the prim at a path without variant selections, or the root. */
function findOwner(layer: Layer, path: string): PrimLike | undefined {
  let owner: PrimLike | undefined = layer.root;
  for (const name of path.split("/")) {
    if (name !== "") owner = owner?.children.find((child) => child.name === name);
  }
  return owner;
}
