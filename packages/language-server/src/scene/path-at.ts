/** The path that a position names, in `<…>`: which prim or property it leads to. */
import { absolutePath, primPathOf, stripVariantSelections } from "@usdkit/layer";
import type { ByteRange, Layer, Spec } from "@usdkit/layer";
import { pathElements, type TextToken } from "@usdkit/usda";
import type { DocumentContext } from "./document-context.ts";

/** A path in the text. */
export interface PathTarget {
  /** Absolute. */
  readonly path: string;
  /** `@asset@` right before the path: the path is one of that layer. */
  readonly asset: string | undefined;
  /** The whole token, marks included. */
  readonly range: ByteRange;
  /** The name that the cursor is in. */
  readonly nameRange: ByteRange;
}

/** Returns the path up to and including the name at the cursor. */
export function pathAt({ cursor, textOf, document }: DocumentContext): PathTarget | undefined {
  const { token, offset, owner, before } = cursor;
  if (token?.type !== "path") return undefined;
  const text = textOf(token).slice(1, -1);
  const anchor = primPathOf(owner.path);
  const full = absolutePath(text, anchor);
  if (full === undefined) return undefined;
  const units = document.text.slice({ start: token.start + 1, end: Math.max(token.start + 1, offset) }).length;
  const [elements] = pathElements(text, anchor);
  const index = elements.findIndex((element) => element.offset >= 0 && units <= element.offset + element.name.length);
  const at = index < 0 ? elements.length - 1 : index;
  const range = { start: token.start, end: token.end };
  const previous = before.at(-1);
  const asset = previous?.type === "asset" ? assetText(textOf(previous)) : undefined;
  const element = elements[at];
  if (element === undefined) return { path: "/", asset, range, nameRange: range };
  const bytesBefore = (length: number): number => new TextEncoder().encode(text.slice(0, length)).length;
  const nameRange =
    element.offset < 0
      ? range
      : {
          start: token.start + 1 + bytesBefore(element.offset),
          end: token.start + 1 + bytesBefore(element.offset + element.name.length),
        };
  return { path: pathOf(elements.slice(0, at + 1)), asset, range, nameRange };
}

function pathOf(
  elements: readonly { readonly name: string; readonly variants: string; readonly isProperty: boolean }[],
): string {
  let path = "";
  for (const { name, variants, isProperty } of elements) {
    path += isProperty ? `.${name}` : path.endsWith("}") ? name : `/${name}`;
    path += variants;
  }
  return path;
}

/** Returns what an asset token contains: `@a@`, `@@@a@@@`. */
export function assetText(token: string): string {
  if (token.startsWith("@@@")) return token.slice(3, token.endsWith("@@@") ? -3 : undefined).replaceAll("\\@@@", "@@@");
  return token.slice(1, token.length > 1 && token.endsWith("@") ? -1 : undefined);
}

/** Returns the asset path at the cursor. */
export function assetAt({
  cursor,
  textOf,
}: DocumentContext): { readonly asset: string; readonly token: TextToken } | undefined {
  const { token } = cursor;
  return token?.type === "asset" ? { asset: assetText(textOf(token)), token } : undefined;
}

/** Returns the spec that a path leads to; selections of variants are tried as written, then left out. */
export function findTarget(layer: Layer, path: string): Spec | undefined {
  return walkTo(layer, path) ?? (path.includes("{") ? walkTo(layer, stripVariantSelections(path)) : undefined);
}

const STEP = /\/?([^/{}.]+)|\{([^=}]*)=([^}]*)\}|\.(.+)$/gy;

function walkTo(layer: Layer, path: string): Spec | undefined {
  let spec: Spec = layer.root;
  if (path === "/" || path === "") return spec;
  let reached = 0;
  for (const [text, child, set, variant, property] of path.matchAll(STEP)) {
    reached += text.length;
    if (spec.specType !== "pseudoRoot" && spec.specType !== "prim" && spec.specType !== "variant") return undefined;
    let next: Spec | undefined;
    if (child !== undefined) next = spec.children.find((each) => each.name === child);
    else if (property !== undefined) next = spec.properties.find((each) => each.name === property);
    else next = spec.variantSets.find((each) => each.name === set)?.variants.find((each) => each.name === variant);
    if (next === undefined) return undefined;
    spec = next;
  }
  return reached === path.length ? spec : undefined;
}
