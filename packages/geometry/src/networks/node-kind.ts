/** What a kind of node has to do. */
import type { TextureFile } from "../model/surface-material.ts";
import type { Numbers } from "./operation.ts";
import type { ShaderValue } from "./shader-value.ts";

/** The inputs of a node. */
export interface NodeInputs {
  /** The file that its input `file` names. */
  readonly file: TextureFile | undefined;
  /** How the texels of the file are encoded, as the input `file` says; undefined, if that color space is not known. */
  readonly texelSpace: "raw" | "sRGB" | undefined;
  /** Returns the value of an input. */
  value(name: string, fallback: Numbers): ShaderValue;
  /** Returns the numbers of an input that has to be constant. */
  numbers(name: string, fallback: Numbers): Numbers;
  /** Returns the text of an input; "" without one. */
  text(name: string): string;
  /** Whether an input has a value or a connection. */
  isAuthored(name: string): boolean;
  /** Notes that something of the node is not drawn. */
  problem(property: string, message: string): void;
}

/** What of a node is evaluated. */
export interface WantedOutput {
  /** What follows the category in the identifier of the node: `color3FA` of `ND_multiply_color3FA`. */
  readonly type: string;
  /** Without `outputs:`. */
  readonly output: string;
}

/** A kind of node. */
export interface NodeKind {
  /** Returns the value of an output; undefined, with a problem, if it cannot be drawn. */
  evaluate(inputs: NodeInputs, wanted: WantedOutput): ShaderValue | undefined;
}

const COMPONENTS: readonly (readonly [RegExp, number])[] = [
  [/(?:color4|vector4)/u, 4],
  [/(?:color3|vector3)/u, 3],
  [/vector2/u, 2],
];

/** Returns the number of components of a type of MaterialX; of several joined by `_` that of the last one. */
export function componentsOfType(type: string): number {
  const last =
    type
      .replace(/(?:_\d+)+$/u, "")
      .split("_")
      .at(-1) ?? "";
  return COMPONENTS.find(([pattern]) => pattern.test(last))?.[1] ?? 1;
}
