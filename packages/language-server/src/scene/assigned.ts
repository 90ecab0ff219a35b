/** What a value is given to: the words before `=`. */
import { metadataKind } from "../syntax/cursor.ts";
import type { FieldSpecKind } from "@usdkit/layer";
import type { DocumentContext } from "./document-context.ts";

export interface Assigned {
  /** Words before `=`. */
  readonly words: readonly string[];
  /** The spec whose metadata it is; undefined for a property. */
  readonly kind: FieldSpecKind | undefined;
}

/** Returns what the cursor gives a value to: right after `=`, or in the list after it. */
export function assignedAt({ cursor, textOf }: Pick<DocumentContext, "cursor" | "textOf">): Assigned | undefined {
  const innermost = cursor.brackets.at(-1);
  const isList = innermost?.kind === "list" || innermost?.kind === "tuple";
  const words = (isList ? innermost.head : cursor.before).map(textOf);
  const equals = words.indexOf("=");
  if (equals < 0 || (!isList && equals !== words.length - 1)) return undefined;
  const brackets = isList ? cursor.brackets.slice(0, -1) : cursor.brackets;
  return { words: words.slice(0, equals), kind: metadataKind({ ...cursor, brackets }, textOf) };
}
