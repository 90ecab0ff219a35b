/** Finds the references of a layer to its own prims and properties. */
import type { ByteRange, Layer, PrimSpec, PropertySpec, Spec } from "@usdkit/layer";
import { decodeUtf8, encodeUtf8 } from "@usdkit/base";
import { arcFields, primPathOf } from "@usdkit/layer";
import { LESS } from "../scan/characters.ts";
import { decodeAssetToken, decodeStringToken } from "../scan/strings.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import type { PathElement } from "./path-elements.ts";
import { pathElements } from "./path-elements.ts";
import { newScanner, sourceOf } from "./statement-parts.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";

/** A path in the text, without its brackets. */
export interface PathText {
  /** Offset of its first byte. */
  readonly start: number;
  readonly text: string;
  /** The anchor prim of a relative path. */
  readonly anchor: string;
  /** The asset path before it, of an arc that leads to a file; undefined for a path of the layer itself. */
  readonly asset: string | undefined;
}

/**
 * Yields every path in the layer's own namespace, of a spec and its contents.
 *
 * @param isWanted whether the paths in a part of the text matter; by default all do
 */
export function* pathTexts(
  layer: Layer,
  root: Spec = layer.root,
  isWanted?: (range: ByteRange) => boolean,
): Generator<PathText> {
  for (const path of allPathTexts(layer, root, isWanted)) if (path.asset === undefined) yield path;
}

/** Yields the paths of a layer's arcs to files. */
export function* assetPathTexts(layer: Layer): Generator<PathText & { readonly asset: string }> {
  for (const { asset, ...path } of allPathTexts(layer, layer.root)) if (asset !== undefined) yield { ...path, asset };
}

function* allPathTexts(
  layer: Layer,
  root: Spec,
  isWanted: (range: ByteRange) => boolean = () => true,
): Generator<PathText> {
  const bytes = sourceOf(layer);
  const stack: Spec[] = [root];
  for (let spec = stack.pop(); spec !== undefined; spec = stack.pop()) {
    // Stryker disable next-line all: leaves out only what has no path that matters, which takes time and gives nothing.
    if (spec.specType === "prim" && spec.range !== undefined && !isWanted(spec.range)) continue;
    if (spec.specType === "variantSet") {
      stack.push(...spec.variants);
      continue;
    }
    if (spec.specType === "attribute" || spec.specType === "relationship") {
      // Stryker disable next-line MethodExpression: as above.
      for (const statement of spec.statements.filter(isWanted)) yield* pathsWithin(bytes, statement, spec.parent.path);
      continue;
    }
    for (const field of spec.fields.values()) {
      if (!arcFields.has(field.name)) continue;
      for (const entry of field.entries) yield* pathsWithin(bytes, entry.range, spec.path);
    }
    stack.push(...spec.children, ...spec.properties, ...spec.variantSets);
  }
}

function* pathsWithin(bytes: Uint8Array, range: ByteRange, anchor: string): Generator<PathText> {
  // Stryker disable next-line all: reading the tokens of a text without "<" finds nothing.
  if (!bytes.subarray(range.start, range.end).includes(LESS)) return;
  const scanner = newScanner(bytes, range.start);
  let asset: string | undefined;
  for (scanner.next(); scanner.start < range.end; scanner.next()) {
    const { kind, start, end } = scanner;
    if (kind === TokenKind.path) {
      yield { start: start + 1, text: decodeUtf8(bytes, start + 1, end - 1), anchor: primPathOf(anchor), asset };
    }
    // `@a.usd@</A>` is a path of that file.
    asset = kind === TokenKind.asset ? decodeAssetToken(bytes, start, end) : undefined;
  }
}

/**
 * Whether a path in the text may contain a name: `<…Chair…>`. Searching the bytes takes little time, compared with visiting every
 * spec of the layer. A relative path contains less than what it leads to, so that each counts.
 */
export function mayHavePathWith(layer: Layer, name: string): boolean {
  const bytes = sourceOf(layer);
  if (!bytes.includes(LESS)) return false;
  if (bytes.length > MAX_SEARCHED_BYTES) return true;
  const text = asCharacters(bytes);
  const key = asCharacters(encodeUtf8(name));
  if (RELATIVE.test(text) || key === "") return true;
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    let before = at - 1;
    while (before >= 0 && !"<>\n".includes(text[before])) before--;
    if (text[before] === "<") return true;
  }
  return false;
}

/** A path in the text that is relative, or has one in brackets: `<../A>`, `</A.rel[../B].x>`. */
const RELATIVE = /<(?:[^<>\n"]*\[)?(?!\/)/u;

/** Returns a character for each byte, so that offsets are those of the text. */
function asCharacters(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

/** A new name for the prim or property at a path. */
export interface Rename {
  readonly path: string;
  readonly newName: string;
}

/** Returns the edits that replace the last name of each renamed path in every path of the layer that leads there. */
export function pathReferences(layer: Layer, renames: readonly Rename[]): TextEdit[] {
  const edits: TextEdit[] = [];
  // Stryker disable next-line all: no name is found in any path.
  if (renames.length === 0) return edits;
  const targets = renames.map(({ path, newName }) => ({ target: pathElements(path, "")[0], newName }));
  const names = renames.map(({ path }) => pathElements(path, "")[0].at(-1)?.name ?? "");
  // Every path that changes contains the name, which few parts of the text do.
  // Stryker disable next-line all: no path is found.
  const mayLead = names.length > MAX_SEARCHED || names.some((name) => mayHavePathWith(layer, name));
  const isWanted = mayLead ? partsWithAny(sourceOf(layer), names) : (): boolean => false;
  for (const { start, text, anchor } of pathTexts(layer, layer.root, isWanted)) {
    for (const elements of pathElements(text, anchor)) {
      for (const { target, newName } of targets) {
        const element = matching(elements, target);
        if (element === undefined || element.offset < 0) continue;
        const from = start + byteLength(text.slice(0, element.offset));
        edits.push({ start: from, end: from + byteLength(element.name), text: newName });
      }
    }
  }
  for (const { target, newName } of targets) edits.push(...defaultPrimReferences(layer, target, newName));
  return edits;
}

/** More names, and longer texts, are not searched: every part of the text counts. */
const MAX_SEARCHED = 16;
const MAX_SEARCHED_BYTES = 256 * 1024 * 1024;

/** Returns a function that decides whether a part of the text contains one of the names. */
function partsWithAny(bytes: Uint8Array, names: readonly string[]): (range: ByteRange) => boolean {
  // Stryker disable next-line all: every part of the text may be searched.
  if (names.length > MAX_SEARCHED || bytes.length > MAX_SEARCHED_BYTES) return () => true;
  const text = asCharacters(bytes);
  const positions: number[] = [];
  for (const name of names) {
    const key = asCharacters(encodeUtf8(name));
    for (let at = text.indexOf(key); at >= 0 && key !== ""; at = text.indexOf(key, at + 1)) positions.push(at);
  }
  positions.sort((a, b) => a - b);
  // Stryker disable all: what survives searches more parts, which finds nothing.
  return ({ start, end }) => {
    let [low, high] = [0, positions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (positions[middle] < start) low = middle + 1;
      else high = middle;
    }
    return low < positions.length && positions[low] < end;
  };
  // Stryker restore all
}

/** Returns the edits of the names in a `reorder` statement. */
export function nameReferences(layer: Layer, spec: PrimSpec | PropertySpec, newName: string): TextEdit[] {
  const bytes = sourceOf(layer);
  const { parent: owner, name } = spec;
  const fieldName = spec.specType === "prim" ? "primOrder" : "propertyOrder";
  const edits: TextEdit[] = [];
  for (const { valueRange } of owner.fields.get(fieldName)?.entries ?? []) {
    const scanner = newScanner(bytes, valueRange.start);
    for (scanner.next(); scanner.start < valueRange.end; scanner.next()) {
      if (scanner.kind !== TokenKind.string) continue;
      if (decodeStringToken(bytes, scanner.start, scanner.end) !== name) continue;
      edits.push({ start: scanner.start, end: scanner.end, text: `"${newName}"` });
    }
  }
  return edits;
}

/** Returns the element that names the target, if the path leads there. */
function matching(elements: readonly PathElement[], target: readonly PathElement[]): PathElement | undefined {
  if (elements.length < target.length) return undefined;
  const leads = target.every(({ name, variants, isProperty }, index) => {
    const element = elements[index];
    const isLast = index === target.length - 1;
    // A path without variant selections leads to the composed prim of all variants.
    const sameVariants = isLast || element.variants === "" || element.variants === variants;
    return element.name === name && element.isProperty === isProperty && sameVariants;
  });
  return leads ? elements[target.length - 1] : undefined;
}

/** `defaultPrim = "World"`, or a path. */
function defaultPrimReferences(layer: Layer, target: readonly PathElement[], newName: string): TextEdit[] {
  const bytes = sourceOf(layer);
  const edits: TextEdit[] = [];
  for (const { valueRange } of layer.root.fields.get("defaultPrim")?.entries ?? []) {
    const { start, end } = valueRange;
    const text = decodeStringToken(bytes, start, end);
    const [elements] = pathElements(text.startsWith("/") ? text : `/${text}`, "");
    const element = matching(elements, target);
    if (element === undefined) continue;
    const at = text.startsWith("/") ? element.offset : element.offset - 1;
    edits.push({ start, end, text: `"${text.slice(0, at)}${newName}${text.slice(at + element.name.length)}"` });
  }
  return edits;
}

function byteLength(text: string): number {
  return encodeUtf8(text).length;
}
