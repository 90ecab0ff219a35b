/** Creates prims with the prims, variant sets and variants above them. */
import { quote } from "@usdkit/base";
import type { Layer, PrimLike, Spec, Specifier, VariantSetSpec } from "@usdkit/layer";
import { lookUpSpec } from "@usdkit/layer";
import { isIdentifier } from "../scan/identifiers.ts";
import { EditError } from "../text-edits/edit-error.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { indentText } from "./fragment.ts";
import { insertPrim, insertText } from "./insert.ts";
import { beginsLine, blanksBefore, indentAt, indentUnit, lineEndAt, lineStart } from "./lines.ts";
import { rangeOf, sourceOf } from "./statement-parts.ts";

/** How a prim is declared. */
export interface NewPrim {
  /** Default `over`. */
  readonly specifier?: Specifier | undefined;
  readonly typeName?: string | undefined;
  /** The specifier of the prims above that do not exist yet. Default `over`. */
  readonly above?: Specifier | undefined;
}

/**
 * Returns the edits that create a prim, with the prims above that do not exist; none if it exists. Variant sets and variants of
 * its path are created too.
 *
 * ```ts
 * createPrim(layer, "/World{look=red}Chair", { specifier: "over" });
 * ```
 *
 * @param path of a prim or a variant
 * @throws EditError if a name of the path is not valid
 */
export function createPrim(layer: Layer, path: string, prim: NewPrim = {}): TextEdit[] {
  const missing: SpecElement[] = [];
  const elements = specElements(path);
  let length = elements.length;
  let owner = existing(layer, pathOf(elements));
  while (owner === undefined) {
    missing.unshift(elements[--length]);
    owner = existing(layer, pathOf(elements.slice(0, length)));
  }
  const [first, ...inner] = missing;
  if (first === undefined) return [];
  for (const element of missing) checkNames(element, path);
  const unit = indentUnit(sourceOf(layer));
  const last = missing.length - 1;
  const declared = (index: number): NewPrim => (index === last ? prim : { specifier: prim.above });
  let body = "";
  for (let i = inner.length - 1; i >= 0; i--) body = elementText(inner[i], declared(i + 1), { body, unit });
  if (first.kind === "prim") return insertPrim(layer, owner.path, elementText(first, declared(0), { body, unit }));
  const set = owner.variantSets.find(({ name }) => name === first.set);
  if (set === undefined) return [insertText(layer, owner, elementText(first, {}, { body, unit }))];
  return [insertVariant(layer, set, blockText(`"${first.name}" `, { body, unit }))];
}

type SpecElement =
  | { readonly kind: "prim"; readonly name: string }
  | { readonly kind: "variant"; readonly set: string; readonly name: string };

type Owner = PrimLike & Spec;

/** Splits `/A{v=x}B` into its prims and variants. */
function specElements(path: string): SpecElement[] {
  const elements: SpecElement[] = [];
  for (const [, variant, name] of path.matchAll(/\{([^{}]*)\}|([^/{}]+)/gu)) {
    if (name !== undefined) elements.push({ kind: "prim", name });
    else {
      const cut = variant.indexOf("=");
      elements.push({ kind: "variant", set: variant.slice(0, cut), name: variant.slice(cut + 1) });
    }
  }
  return elements;
}

function pathOf(elements: readonly SpecElement[]): string {
  let path = "";
  for (const element of elements) {
    if (element.kind === "variant") path += `{${element.set}=${element.name}}`;
    else path += `${path.endsWith("}") ? "" : "/"}${element.name}`;
  }
  return path === "" ? "/" : path;
}

function existing(layer: Layer, path: string): Owner | undefined {
  const spec = lookUpSpec(layer, path);
  if (spec === undefined) return undefined;
  if (spec.specType === "pseudoRoot" || spec.specType === "prim" || spec.specType === "variant") return spec;
  throw new EditError(`Expected the path of a prim, found ${quote(path)}`);
}

function checkNames(element: SpecElement, path: string): void {
  const isValid =
    element.kind === "prim"
      ? isIdentifier(element.name)
      : isIdentifier(element.set) && element.name !== "" && !/["\\\n\r]/u.test(element.name);
  if (!isValid)
    throw new EditError(`Expected the path of a prim, found ${quote(path)}: ${quote(element.name)} is not a name`);
}

/** What is between the braces, and one level of its indentation. */
interface Body {
  readonly body: string;
  readonly unit: string;
}

function elementText(element: SpecElement, { specifier = "over", typeName = "" }: NewPrim, inner: Body): string {
  if (element.kind === "prim") {
    return blockText(`${specifier} ${typeName === "" ? "" : `${typeName} `}"${element.name}"\n`, inner);
  }
  const body = blockText(`"${element.name}" `, inner);
  return blockText(`variantSet "${element.set}" = `, { body, unit: inner.unit });
}

function blockText(head: string, { body, unit }: Body): string {
  return `${head}{\n${body === "" ? "" : `${unit}${indentText(body, unit, "\n")}\n`}}`;
}

/** Inserts a variant at the end of its set. */
function insertVariant(layer: Layer, set: VariantSetSpec, text: string): TextEdit {
  const bytes = sourceOf(layer);
  const range = rangeOf(set);
  const close = range.end - 1;
  const lineEnd = lineEndAt(bytes, close);
  const sibling = set.variants.at(-1)?.range;
  const outer = indentAt(bytes, range.start);
  const isIndented = sibling !== undefined && beginsLine(bytes, sibling.start);
  const inner = isIndented ? indentAt(bytes, sibling.start) : outer + indentUnit(bytes);
  const indented = `${inner}${indentText(text, inner, lineEnd)}${lineEnd}`;
  if (beginsLine(bytes, close)) {
    const start = lineStart(bytes, close);
    return { start, end: start, text: indented };
  }
  return { start: blanksBefore(bytes, close), end: close, text: `${lineEnd}${indented}${outer}` };
}
