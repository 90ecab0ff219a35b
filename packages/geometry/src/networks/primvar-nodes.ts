/** Nodes that read the surface: its primvars and texture coordinates. */
import { defaultTexCoords } from "../model/surface-material.ts";
import { componentsOfType, type NodeInputs, type NodeKind } from "./node-kind.ts";
import { applied, constantValue, type PrimvarValue, type ShaderValue } from "./shader-value.ts";

/** Returns the coordinates of a node that has an input for them. */
export function texCoordsOf(inputs: NodeInputs, input = "texcoord"): ShaderValue {
  return inputs.isAuthored(input) ? inputs.value(input, [0, 0]) : primvar(defaultTexCoords, 2);
}

function primvar(name: string, components: number, fallback: readonly number[] | null = null): PrimvarValue {
  return { kind: "primvar", name, components, fallback, transform: null };
}

/** The names of types of UsdPrimvarReader that have several numbers. */
function componentsOfReader(type: string): number {
  const count = /^(?:float|vector)([234])$/u.exec(type)?.[1];
  if (count !== undefined) return Number(count);
  return ["normal", "point", "vector"].includes(type) ? 3 : 1;
}

/** Types of readers whose values are no numbers of an input. */
const NOT_NUMBERS = /^(?:string|filename|boolean|matrix)/u;

/** A node that reads a primvar whose name is an input. */
function reader(input: string, fallback: string, components: (type: string) => number): NodeKind {
  return {
    evaluate: (inputs, { type }) => {
      const name = inputs.text(input).replace(/^primvars:/u, "");
      if (name === "") {
        inputs.problem(`inputs:${input}`, "Expected the name of a primvar: it is drawn without the primvar");
        return undefined;
      }
      if (NOT_NUMBERS.test(type)) {
        const found = `Expected a reader of numbers, such as UsdPrimvarReader_float3, found one of ${type}`;
        inputs.problem("info:id", `${found}: it is drawn without the primvar "${name}"`);
        return undefined;
      }
      const value = inputs.isAuthored(fallback) ? inputs.value(fallback, []) : undefined;
      return primvar(name, components(type), value?.kind === "constant" ? value.value : null);
    },
  };
}

/** Where in space a point is: the same everywhere, as far as materials are concerned. */
const neutralNormal: NodeKind = { evaluate: () => constantValue(0, 0, 1) };

/** Moves texture coordinates: scales first, then turns counterclockwise, then moves. */
const transform2d: NodeKind = {
  evaluate: (inputs) => {
    const place = [
      inputs.isAuthored("in") ? inputs.value("in", [0, 0]) : primvar(defaultTexCoords, 2),
      constantValue(...inputs.numbers("scale", [1, 1])),
      constantValue(inputs.numbers("rotation", [0])[0]),
      constantValue(...inputs.numbers("translation", [0, 0])),
    ] as const;
    const scaled = applied("multiply", [place[0], place[1]], 2);
    // Nodes of MaterialX turn clockwise.
    const turned = applied("rotate2d", [scaled, applied("subtract", [constantValue(0), place[2]], 1)], 2);
    return applied("add", [turned, place[3]], 2);
  },
};

/** Nodes that read primvars. */
export const primvarNodes: readonly (readonly [string, NodeKind])[] = [
  ["UsdPrimvarReader", reader("varname", "fallback", componentsOfReader)],
  ["geompropvalue", reader("geomprop", "default", componentsOfType)],
  ["geomcolor", { evaluate: () => primvar("displayColor", 3) }],
  [
    "texcoord",
    {
      evaluate: (inputs) => {
        const [index] = inputs.numbers("index", [0]);
        return primvar(index > 0 ? `${defaultTexCoords}${Math.floor(index)}` : defaultTexCoords, 2);
      },
    },
  ],
  ["normal", neutralNormal],
  ["UsdTransform2d", transform2d],
];
