/** One pattern of a path expression: `/World//Chair*{isa:Mesh}.prim[a-c]`. */
import type { ExpressionCursor } from "./expression-cursor.ts";
import { readBracedPredicate } from "./predicate-expression.ts";

/** Reads a pattern; returns its normal text, which differs only in the predicates; undefined if it is ill-formed. */
export function readPathPattern(cursor: ExpressionCursor): string | undefined {
  const parts: string[] = [];
  return readPattern(cursor, parts) ? parts.join("") : undefined;
}

function readPattern(cursor: ExpressionCursor, parts: string[]): boolean {
  if (cursor.take("//")) parts.push("//");
  else if (cursor.take("/")) parts.push("/");
  else if (cursor.at("..")) return readFromParent(cursor, parts);
  else if (cursor.take(".")) {
    parts.push(".");
    if (!cursor.take("//")) return true;
    parts.push("//");
  } else return readElements(cursor, parts);
  return !startsElement(cursor) || readElements(cursor, parts);
}

/** `..`, `../..`, then `/elements` or `//` with or without elements. */
function readFromParent(cursor: ExpressionCursor, parts: string[]): boolean {
  cursor.take("..");
  parts.push("..");
  while (cursor.take("/..")) parts.push("/..");
  if (cursor.take("//")) {
    parts.push("//");
    return !startsElement(cursor) || readElements(cursor, parts);
  }
  if (!cursor.take("/")) return true;
  parts.push("/");
  return readElements(cursor, parts);
}

/** Prim elements joined by `/` or `//`, then a property element after a `.`, or a trailing `//`. */
function readElements(cursor: ExpressionCursor, parts: string[]): boolean {
  for (;;) {
    if (!readElement(cursor, parts, false)) return false;
    if (cursor.take("//")) {
      parts.push("//");
      if (!startsElement(cursor)) return true;
    } else if (cursor.take("/")) parts.push("/");
    else break;
  }
  if (!cursor.take(".")) return true;
  parts.push(".");
  return readElement(cursor, parts, true);
}

function startsElement(cursor: ExpressionCursor): boolean {
  return cursor.isName() || cursor.at("?") || cursor.at("*") || cursor.at("[") || cursor.at("{");
}

/** Names with wildcards, a predicate in braces, or both. */
function readElement(cursor: ExpressionCursor, parts: string[], property: boolean): boolean {
  const start = cursor.position;
  for (;;) {
    if (cursor.isName() || cursor.at("?") || cursor.at("*") || (property && cursor.at(":"))) cursor.position++;
    else if (!cursor.at("[")) break;
    else if (!skipCharacterClass(cursor)) return false;
  }
  parts.push(cursor.slice(start));
  if (!cursor.at("{")) return cursor.position > start || cursor.fail("a path pattern element");
  const predicate = readBracedPredicate(cursor);
  if (predicate === undefined) return false;
  parts.push(`{${predicate}}`);
  return true;
}

/** `[a-z]`, `[!a]`: at least one character between the brackets. */
function skipCharacterClass(cursor: ExpressionCursor): boolean {
  const start = ++cursor.position;
  while (cursor.isName() || "!-?*".includes(cursor.text.charAt(cursor.position) || " ")) cursor.position++;
  if (cursor.position === start) return cursor.fail("characters between '[' and ']'");
  return cursor.take("]") || cursor.fail("']'");
}
