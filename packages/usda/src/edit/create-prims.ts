/** Creates many prims of one parent in one edit. */
import type { Layer, Specifier } from "@usdkit/layer";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { indentText } from "./fragment.ts";
import { insertPrims } from "./insert.ts";
import { indentUnit } from "./lines.ts";
import { sourceOf } from "./statement-parts.ts";

/** A prim that does not exist, with those below it. */
export interface NewPrimTree {
  readonly name: string;
  readonly specifier: Specifier;
  /** "" for none. */
  readonly typeName: string;
  /** Statements of properties, such as `double radius = 2`. Default: none. */
  readonly properties?: readonly string[] | undefined;
  readonly children: readonly NewPrimTree[];
}

/**
 * Returns the edits that create prims with all below them: the text that `createPrim` and `insertProperty` give for one after the other.
 *
 * ```ts
 * createPrims(layer, "/World", [{ name: "Ball", specifier: "def", typeName: "Sphere", properties: ["double radius = 2"], children: [] }]);
 * ```
 *
 * @throws EditError if there is no such parent, a name is not valid, or it is taken
 */
export function createPrims(layer: Layer, parentPath: string, prims: readonly NewPrimTree[]): TextEdit[] {
  return prims.length === 0 ? [] : insertPrims(layer, parentPath, textOf(prims, indentUnit(sourceOf(layer))));
}

function textOf(prims: readonly NewPrimTree[], unit: string): string {
  const parts: string[] = [];
  const steps: (string | { readonly prims: readonly NewPrimTree[]; readonly indent: string })[] = [
    { prims, indent: "" },
  ];
  // Prims are as deep as the list of edits makes them: no recursion.
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (typeof step === "string") {
      parts.push(step);
      continue;
    }
    const { indent } = step;
    for (const [index, prim] of [...step.prims.entries()].toReversed()) {
      const { name, specifier, typeName, properties = [], children } = prim;
      const gap = index === 0 ? "" : "\n\n";
      const inner = indent + unit;
      steps.push(`${children.length === 0 ? "" : "\n"}${indent}}`);
      if (children.length > 0) steps.push({ prims: children, indent: inner });
      if (properties.length > 0 && children.length > 0) steps.push("\n");
      for (const each of properties.toReversed()) steps.push(`${inner}${indentText(each, inner, "\n")}\n`);
      steps.push(`${gap}${indent}${specifier} ${typeName === "" ? "" : `${typeName} `}"${name}"\n${indent}{\n`);
    }
  }
  return parts.join("");
}
