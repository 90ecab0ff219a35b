/** Nodes that depend on the values of their inputs alone. */
import { componentsOfType, type NodeKind } from "./node-kind.ts";
import type { Operation } from "./operation.ts";
import { applied, combined, componentsOf, constantValue, resized, selected, type ShaderValue } from "./shader-value.ts";
import { texCoordsOf } from "./primvar-nodes.ts";

/** Nodes whose value has other components than their type says, and as many as this. */
const RESULTS: ReadonlyMap<string, number> = new Map([
  ["dotproduct", 1],
  ["magnitude", 1],
  ["normalmap", 3],
]);

/** Returns a node that applies an operation. */
export function operationNode(name: string, operation: Operation): NodeKind {
  return {
    evaluate: (inputs, { type }) => {
      const values = operation.inputs.map(([input, fallback]) =>
        input === "texcoord" ? texCoordsOf(inputs) : inputs.value(input, fallback),
      );
      if (name === "normalmap" && inputs.text("space") === "object") {
        inputs.problem("inputs:space", "Normals in the space of the object are not drawn");
        return undefined;
      }
      return applied(name, values, RESULTS.get(name) ?? componentsOfType(type));
    },
  };
}

const LETTERS = "xyzw";
const COLORS = "rgba";

/** Returns the component that a letter names, or the end of an output's name: `outx`, `outr`. */
function componentIndex(letter: string): number {
  return Math.max(LETTERS.indexOf(letter), COLORS.indexOf(letter));
}

function parts(count: number): NodeKind {
  return {
    evaluate: (inputs) => {
      const values = Array.from({ length: count }, (_, i) => inputs.value(`in${i + 1}`, [0]));
      return combined(values);
    },
  };
}

const separate: NodeKind = {
  evaluate: (inputs, { output }) => {
    const index = componentIndex(output.at(-1) ?? "");
    return selected(inputs.value("in", [0, 0, 0, 0]), [Math.max(0, index)]);
  },
};

/** Letters pick components; 0 and 1 are those numbers. */
const swizzle: NodeKind = {
  evaluate: (inputs, { type }) => {
    const value = inputs.value("in", [0, 0, 0, 0]);
    const channels = Array.from(inputs.text("channels")).slice(0, 4);
    const pieces = channels.map((letter): ShaderValue => {
      if (letter === "0" || letter === "1") return constantValue(Number(letter));
      return selected(value, [componentsOf(value) === 1 ? 0 : Math.max(0, componentIndex(letter))]);
    });
    return pieces.length === 0 ? resized(value, componentsOfType(type)) : combined(pieces);
  },
};

/** Nodes that pick, join and rename components. */
export const structuralNodes: readonly (readonly [string, NodeKind])[] = [
  ["constant", { evaluate: (inputs, { type }) => resized(inputs.value("value", [0]), componentsOfType(type)) }],
  ["combine2", parts(2)],
  ["combine3", parts(3)],
  ["combine4", parts(4)],
  ["separate2", separate],
  ["separate3", separate],
  ["separate4", separate],
  ["swizzle", swizzle],
  [
    "extract",
    {
      evaluate: (inputs) => {
        const [index] = inputs.numbers("index", [0]);
        return selected(inputs.value("in", [0, 0, 0, 0]), [Math.min(3, Math.max(0, Math.floor(index)))]);
      },
    },
  ],
];
