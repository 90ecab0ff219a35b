/** Array edits as a crate has them, from the text that the model has. */
import type { ValueType } from "@usdkit/layer";
import { END_INDEX, instructions } from "../values/array-edits.ts";
import { isTextKind } from "../values/types.ts";

/** Literals and instructions of an edit. */
export interface ArrayEditCodes {
  /** Texts of the elements that the instructions name by index. */
  readonly literals: readonly string[];
  readonly codes: readonly bigint[];
}

const OPERATION =
  /^(?:(write) (.*) to \[(-?\d+)\]|(insert) (.*) at \[(-?\d+)\]|(prepend|append) (.*)|(erase) \[(-?\d+)\]|(minsize|resize|maxsize) (\d+)(?: fill (.*))?)$/su;
const REFERENCE = /^\[(-?\d+)\]$/u;
/** What may begin after a semicolon. */
const SEPARATOR = /; (?=(?:write|insert|prepend|append|erase|minsize|resize|maxsize) )/u;

/**
 * Reads the normal text of an edit, `edit [write 1 to [0]; append 2]`.
 *
 * @returns undefined if the text can be read in several ways: strings in it are not quoted
 */
export function readArrayEdit(text: string, type: ValueType): ArrayEditCodes | undefined {
  if (!text.startsWith("edit [") || !text.endsWith("]")) return undefined;
  const inside = text.slice("edit [".length, -1);
  const literals: string[] = [];
  const codes: bigint[] = [];
  const isText = isTextKind(type.kind);
  const element = (source: string): bigint | undefined => {
    if (isText && /; |\] | to \[| at \[| fill /u.test(source)) return undefined;
    literals.push(source);
    return BigInt(literals.length - 1);
  };
  const add = (name: string, ...args: (bigint | undefined)[]): boolean => {
    const number = instructions.findIndex((instruction) => instruction.name === name);
    codes.push((BigInt(number) << 56n) | 1n);
    for (const arg of args) {
      if (arg === undefined) return false;
      codes.push(arg);
    }
    return true;
  };
  const place = (word: string, source: string, index: bigint): boolean => {
    const reference = REFERENCE.exec(source);
    if (reference === null) return add(`${word} literal`, element(source), index);
    // A string that looks like a place in the array.
    return !isText && add(`${word} element`, BigInt(reference[1] ?? 0), index);
  };
  for (const operation of inside === "" ? [] : inside.split(SEPARATOR)) {
    const match = OPERATION.exec(operation);
    if (match === null) return undefined;
    const [, write, written = "", to = "", insert, inserted = "", at = "", end, added = "", erase, erased = ""] = match;
    const [, , , , , , , , , , , size, length = "", fill] = match;
    let isRead: boolean;
    if (write !== undefined) isRead = place("write", written, BigInt(to));
    else if (insert !== undefined) isRead = place("insert", inserted, BigInt(at));
    else if (end !== undefined) isRead = place("insert", added, end === "prepend" ? 0n : END_INDEX);
    else if (erase !== undefined) isRead = add("erase", BigInt(erased));
    else if (fill === undefined) isRead = add(size ?? "", BigInt(length));
    else isRead = add(`${size ?? ""} fill`, BigInt(length), element(fill));
    if (!isRead) return undefined;
  }
  return { literals, codes };
}

/** The numbers of a literal: `(1, 2, 3)`, `1.5`, `inf`. */
export function literalNumbers(text: string): readonly string[] {
  return text
    .replaceAll(/[()\s]/gu, "")
    .split(",")
    .filter((part) => part !== "");
}
