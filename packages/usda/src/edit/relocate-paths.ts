/** Finds the paths of a layer that lead to a prim that was moved. */
import { encodeUtf8 } from "@usdkit/base";
import { type Layer, type PrimSpec, type Spec } from "@usdkit/layer";
import { decodeStringToken } from "../scan/strings.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { pathElements, type PathElement } from "./path-elements.ts";
import { assetPathTexts, mayHavePathWith, pathTexts, type PathText } from "./references.ts";
import { sourceOf } from "./statement-parts.ts";

/** The path of a prim or property before and after the move; absolute. */
export interface Relocation {
  readonly from: string;
  readonly to: string;
}

interface Context {
  readonly from: readonly PathElement[];
  readonly to: string;
  readonly newName: string;
  /** Only the name changes, so relative paths stay relative. */
  readonly isRename: boolean;
}

/** A replacement within a path's text, in UTF-16 units. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns the edits of all paths that lead to or through a prim, with any variant selection, or to a property, and of the
 * relative paths inside the prim that lead out. The prim or property itself stays where it is, and so do path expressions
 * ({@link replacePathExpressions}).
 *
 * ```ts
 * relocatePaths(layer, { from: "/World/Chair", to: "/Store/Chair" });
 * ```
 *
 * @param within limits the search to this prim and its contents
 */
export function relocatePaths(layer: Layer, relocation: Relocation, within?: PrimSpec): TextEdit[] {
  const context = contextOf(relocation);
  const root: Spec = within ?? layer.root;
  const edits = mayHavePathWith(layer, nameOf(context)) ? replacedPaths(pathTexts(layer, root), context) : [];
  if (within === undefined) edits.push(...defaultPrimEdits(layer, context));
  return edits;
}

/**
 * Returns the edits of arcs to files whose prim was moved: of `@chair.usda@</Chair>`, if `/Chair` of that file was.
 *
 * @param isMoved whether it was moved in the file of an asset path
 */
export function relocateArcs(
  layer: Layer,
  relocation: Relocation,
  isMoved: (assetPath: string) => boolean,
): TextEdit[] {
  const context = contextOf(relocation);
  if (!mayHavePathWith(layer, nameOf(context))) return [];
  return replacedPaths(
    [...assetPathTexts(layer)].filter(({ asset }) => isMoved(asset)),
    context,
  );
}

/** Returns the name that every path to the prim or property contains, unless it is relative. */
function nameOf({ from }: Context): string {
  return from.at(-1)?.name ?? "";
}

function contextOf({ from, to }: Relocation): Context {
  const isProperty = to.includes(".");
  const cut = (path: string): number => path.lastIndexOf(isProperty ? "." : "/");
  return {
    from: pathElements(from, "")[0],
    to,
    newName: to.slice(cut(to) + 1),
    isRename: from.slice(0, cut(from)) === to.slice(0, cut(to)),
  };
}

function replacedPaths(paths: Iterable<PathText>, context: Context): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const { start, text, anchor } of paths) {
    for (const { start: at, end, text: replacement } of replacementsIn(text, anchor, context)) {
      const first = start + encodeUtf8(text.slice(0, at)).length;
      edits.push({ start: first, end: first + encodeUtf8(text.slice(at, end)).length, text: replacement });
    }
  }
  return edits;
}

function* replacementsIn(text: string, anchor: string, context: Context): Generator<Replacement> {
  const isInside = leadsTo(pathElements(anchor, "")[0], context.from);
  let begin = 0;
  for (const elements of pathElements(text, anchor)) {
    const isRelative = text[begin] !== "/";
    if (leadsTo(elements, context.from)) {
      const element = elements[context.from.length - 1];
      // A name that comes from the anchor changes with the anchor.
      if (element.offset >= 0) {
        const end = element.offset + element.name.length;
        yield context.isRename
          ? { start: element.offset, end, text: context.newName }
          : { start: begin, end, text: context.to };
      }
    } else if (isRelative && isInside && !context.isRename) yield absolute(text, begin, elements);
    const next = text.indexOf("[", begin);
    begin = next < 0 ? text.length : next + 1;
  }
}

/** Returns the part of a relative path that leads out of the prim: from its start to its first own name. */
function absolute(text: string, begin: number, elements: readonly PathElement[]): Replacement {
  const own = elements.find(({ offset }) => offset >= 0);
  const prefix = pathText(elements.filter(({ offset }) => offset < 0));
  if (own === undefined) {
    const length = text.slice(begin).search(/[[\]]/u);
    return { start: begin, end: length < 0 ? text.length : begin + length, text: prefix || "/" };
  }
  const mark = own.isProperty ? "." : prefix.endsWith("}") ? "" : "/";
  return { start: begin, end: own.offset, text: prefix + mark };
}

function pathText(elements: readonly PathElement[]): string {
  let text = "";
  for (const { name, variants } of elements) text += `${text.endsWith("}") ? "" : "/"}${name}${variants}`;
  return text;
}

/** Ignores variants: composition makes one prim of all. */
function leadsTo(elements: readonly PathElement[], target: readonly PathElement[]): boolean {
  return target.every(({ name, isProperty }, index) => {
    const element = elements.at(index);
    return element?.name === name && element.isProperty === isProperty;
  });
}

/** `defaultPrim = "World"`, or a path. */
function defaultPrimEdits(layer: Layer, { from, to }: Context): TextEdit[] {
  const bytes = sourceOf(layer);
  const edits: TextEdit[] = [];
  for (const { valueRange } of layer.root.fields.get("defaultPrim")?.entries ?? []) {
    const text = decodeStringToken(bytes, valueRange.start, valueRange.end);
    const path = text.startsWith("/") ? text : `/${text}`;
    const [elements] = pathElements(path, "");
    if (!leadsTo(elements, from)) continue;
    const last = elements[from.length - 1];
    const moved = to + path.slice(last.offset + last.name.length);
    const isName = !text.startsWith("/") && !moved.includes("/", 1);
    edits.push({ ...valueRange, text: `"${isName ? moved.slice(1) : moved}"` });
  }
  return edits;
}
