/** Edits of path expressions. */
import { encodeUtf8 } from "@usdkit/base";
import { visitLayer, type Layer, type Value } from "@usdkit/layer";
import type { PathAtom } from "../read/path-expressions/path-expression.ts";
import { replacePathAtoms } from "../read/path-expressions/replace-path-atoms.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { mergeEdits } from "../text-edits/text-edit.ts";
import { setAttributeValue } from "./edits.ts";
import { setTimeSample } from "./time-samples.ts";
import { sourceOf } from "./statement-parts.ts";

const TYPE = new TextDecoder("latin1").decode(encodeUtf8("pathExpression"));

/**
 * Returns the edits that replace operands of the path expressions of a layer: default values and time samples of attributes.
 *
 * ```ts
 * replacePathExpressions(layer, ({ text }) => (text === "/World/A" ? "/World/B" : text));
 * ```
 *
 * @param replace returns an expression for an operand, its text to keep it, "" for no paths
 */
export function replacePathExpressions(layer: Layer, replace: (atom: PathAtom) => string): TextEdit[] {
  // Few layers have any: no spec is made for those that have none.
  if (!new TextDecoder("latin1").decode(sourceOf(layer)).includes(TYPE)) return [];
  const edits: TextEdit[][] = [];
  visitLayer(layer, {
    attribute: ({ path, valueType, isArray, defaultValue, timeSamples }) => {
      if (valueType?.kind !== "pathExpression" || isArray) return;
      const value = replaced(defaultValue, replace);
      if (value !== undefined) edits.push(setAttributeValue(layer, path, value));
      for (const [index, time] of (timeSamples?.times ?? []).entries()) {
        const sample = replaced(timeSamples?.value(index), replace);
        if (sample !== undefined) edits.push(setTimeSample(layer, path, time, sample));
      }
    },
  });
  return mergeEdits(...edits);
}

/** Returns an expression with other operands; undefined if it stays as it is. */
function replaced(value: Value | undefined, replace: (atom: PathAtom) => string): Value | undefined {
  if (value?.kind !== "typed") return undefined;
  let isReplaced = false;
  const data = replacePathAtoms(String(value.data), (atom) => {
    const text = replace(atom);
    isReplaced ||= text !== atom.text;
    return text;
  });
  return isReplaced && data !== undefined ? { ...value, data: withoutSelections(data), range: undefined } : undefined;
}

const SELECTIONS = /(?:\{[^{}=():\s]*=[^{}]*\})+/gu;

/**
 * Returns an expression without variant selections. Relative paths within a variant are anchored to its path, and the text of an
 * expression has no syntax for selections; without them it has the same meaning.
 */
function withoutSelections(expression: string): string {
  return expression.replaceAll(SELECTIONS, (found, at: number) =>
    /^[\w*?[\u0080-\uffff]/u.test(expression.slice(at + found.length, at + found.length + 1)) ? "/" : "",
  );
}
