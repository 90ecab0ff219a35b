/** Array edits as a crate has them, from the text that the model has. */
import type { ArrayEditValue } from "@usdkit/layer";
import { isTextKind } from "@usdkit/layer";
import { END_INDEX, instructions } from "../values/array-edits.ts";

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

/** Stands for an element of the pieces of an edit. */
const PLACEHOLDER = "\0";

/**
 * Reads the normal text of an edit, `edit [write 1 to [0]; append 2]`, from its pieces if it has them.
 *
 * @returns undefined if the text can be read in several ways, as strings that are not quoted, or an element lacks numbers
 */
export function readArrayEdit({ text, pieces, type }: ArrayEditValue): ArrayEditCodes | undefined {
  const source = pieces === undefined ? text : pieces.map((piece, i) => (i % 2 === 0 ? piece : PLACEHOLDER)).join("");
  if (!source.startsWith("edit [") || !source.endsWith("]")) return undefined;
  const inside = source.slice("edit [".length, -1);
  const literals: string[] = [];
  const codes: bigint[] = [];
  const isText = isTextKind(type.kind);
  let taken = 1;
  const element = (word: string): bigint | undefined => {
    if (pieces !== undefined && word === PLACEHOLDER) {
      const piece = pieces[taken];
      taken += 2;
      if (piece === undefined) return undefined;
      literals.push(piece);
    } else {
      if (isText && (pieces !== undefined || isAmbiguous(word))) return undefined;
      // Instructions name elements by index: one without all of its numbers would move those after it.
      if (!isText && literalNumbers(word).length !== type.components) return undefined;
      literals.push(type.kind === "asset" ? word.slice(1, -1) : word);
    }
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
    // Without pieces it may be a string that looks like a place in the array.
    return (!isText || pieces !== undefined) && add(`${word} element`, BigInt(reference[1] ?? 0), index);
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

/** Whether a string could be more than one element. */
function isAmbiguous(text: string): boolean {
  return ["; ", "]", " to [", " at [", " fill "].some((part) => text.includes(part));
}

/** The numbers of a literal: `(1, 2, 3)`, `1.5`, `inf`. */
export function literalNumbers(text: string): readonly string[] {
  return text
    .replaceAll(/[()\s]/gu, "")
    .split(",")
    .filter((part) => part !== "");
}
