/** Edits of the declaration of a prim: its specifier and its type. */
import type { Layer, Specifier } from "@usdkit/layer";
import { TokenKind } from "../scan/token-kinds.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { primAt } from "./edits.ts";
import { keepComments } from "./keep-comments.ts";
import { newScanner, rangeOf, sourceOf } from "./statement-parts.ts";

/** The declaration of a prim; what is left out stays as it is. */
export interface PrimDeclaration {
  readonly specifier?: Specifier | undefined;
  /** "" for none. */
  readonly typeName?: string | undefined;
}

/**
 * Returns the edits that change the specifier and the type of a prim.
 *
 * ```ts
 * declarePrim(layer, "/World/Chair", { specifier: "def", typeName: "Xform" });
 * ```
 *
 * @throws EditError if there is no such prim
 */
export function declarePrim(layer: Layer, path: string, declaration: PrimDeclaration): TextEdit[] {
  const prim = primAt(layer, path);
  const { specifier = prim.specifier, typeName = prim.typeName } = declaration;
  if (specifier === prim.specifier && typeName === prim.typeName) return [];
  const { start } = rangeOf(prim);
  const scanner = newScanner(sourceOf(layer), start);
  do scanner.next();
  while (scanner.kind !== TokenKind.string && scanner.kind !== TokenKind.endOfFile);
  const text = `${specifier} ${typeName === "" ? "" : `${typeName} `}`;
  return keepComments(layer, [{ start, end: scanner.start, text }], start);
}
