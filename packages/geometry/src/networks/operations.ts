/** What nodes of shader networks compute from numbers. The names are those of MaterialX nodes, without types. */
import { exp, ln, sinCos } from "@usdkit/base/math";
import { colorOperations } from "./color-operations.ts";
import { byComponent, componentOf, type Numbers, type Operation } from "./operation.ts";

const none: Numbers = [0];
const one: Numbers = [1];

function binary(second: number, affine: readonly string[], compute: (a: number, b: number) => number): Operation {
  return {
    inputs: [
      ["in1", none],
      ["in2", [second]],
    ],
    affine,
    compute: byComponent(([a, b]) => compute(a, b)),
  };
}

function unary(compute: (x: number) => number): Operation {
  return { inputs: [["in", none]], compute: byComponent(([x]) => compute(x)) };
}

/** x to the power of y; of negative numbers whole powers alone. */
function powerOf(x: number, y: number): number {
  if (x > 0) return exp(y * ln(x));
  if (x === 0 || !Number.isInteger(y)) return y === 0 ? 1 : 0;
  return (y % 2 === 0 ? 1 : -1) * exp(y * ln(-x));
}

function clamped(x: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, x));
}

function smoothstep(x: number, low: number, high: number): number {
  const t = low === high ? (x < low ? 0 : 1) : clamped((x - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}

function comparison(holds: (a: number, b: number) => boolean): Operation {
  return {
    inputs: [
      ["value1", one],
      ["value2", none],
      ["in1", none],
      ["in2", none],
    ],
    compute: ([first, second, then, otherwise]) => (holds(first[0], second[0]) ? then : otherwise),
  };
}

/** Blends a foreground with a background, and then both by `mix`. */
function blend(compute: (fg: number, bg: number) => number): Operation {
  return {
    inputs: [
      ["fg", none],
      ["bg", none],
      ["mix", one],
    ],
    compute: byComponent(([fg, bg, mix]) => mix * compute(fg, bg) + (1 - mix) * bg),
  };
}

function affineUnary(
  inputs: readonly (readonly [string, number])[],
  compute: (values: readonly number[]) => number,
): Operation {
  return {
    inputs: [["in", none], ...inputs.map(([name, value]) => [name, [value]] as const)],
    affine: ["in"],
    compute: byComponent(compute),
  };
}

function turned([x, y]: Numbers, degrees: number): Numbers {
  const [sine, cosine] = sinCos((degrees * Math.PI) / 180);
  return [cosine * x + sine * y, -sine * x + cosine * y];
}

/** The operations by name. */
export const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["add", binary(0, ["in1", "in2"], (a, b) => a + b)],
  ["subtract", binary(0, ["in1", "in2"], (a, b) => a - b)],
  ["multiply", binary(1, ["in1", "in2"], (a, b) => a * b)],
  ["divide", binary(1, ["in1"], (a, b) => (b === 0 ? 0 : a / b))],
  ["modulo", binary(1, [], (a, b) => (b === 0 ? 0 : a - b * Math.floor(a / b)))],
  ["power", binary(1, [], powerOf)],
  ["safepower", binary(1, [], (a, b) => Math.sign(a) * powerOf(Math.abs(a), b))],
  ["min", binary(0, [], Math.min)],
  ["max", binary(0, [], Math.max)],
  ["absval", unary(Math.abs)],
  ["sign", unary(Math.sign)],
  ["floor", unary(Math.floor)],
  ["ceil", unary(Math.ceil)],
  ["round", unary(Math.round)],
  ["fract", unary((x) => x - Math.floor(x))],
  ["sqrt", unary((x) => Math.sqrt(Math.max(0, x)))],
  ["exp", unary(exp)],
  ["ln", unary((x) => (x > 0 ? ln(x) : 0))],
  ["sin", unary((x) => sinCos(x)[0])],
  ["cos", unary((x) => sinCos(x)[1])],
  ["dot", affineUnary([], ([x]) => x)],
  ["convert", affineUnary([], ([x]) => x)],
  ["invert", affineUnary([["amount", 1]], ([x, amount]) => amount - x)],
  [
    "contrast",
    affineUnary(
      [
        ["amount", 1],
        ["pivot", 0.5],
      ],
      ([x, amount, pivot]) => (x - pivot) * amount + pivot,
    ),
  ],
  [
    "remap",
    affineUnary(
      [
        ["inlow", 0],
        ["inhigh", 1],
        ["outlow", 0],
        ["outhigh", 1],
      ],
      ([x, low, high, to, toHigh]) => (high === low ? to : to + ((x - low) * (toHigh - to)) / (high - low)),
    ),
  ],
  [
    "range",
    {
      inputs: [
        ["in", none],
        ["inlow", none],
        ["inhigh", one],
        ["gamma", one],
        ["outlow", none],
        ["outhigh", one],
        ["doclamp", none],
      ],
      compute: byComponent(([x, low, high, gamma, to, toHigh, isClamped]) => {
        const share = high === low ? 0 : (x - low) / (high - low);
        const bent = gamma === 1 ? share : Math.sign(share) * powerOf(Math.abs(share), gamma === 0 ? 0 : 1 / gamma);
        const value = to + bent * (toHigh - to);
        return isClamped === 0 ? value : clamped(value, to, toHigh);
      }),
    },
  ],
  [
    "clamp",
    {
      inputs: [
        ["in", none],
        ["low", none],
        ["high", one],
      ],
      compute: byComponent(([x, low, high]) => clamped(x, low, high)),
    },
  ],
  [
    "smoothstep",
    {
      inputs: [
        ["in", none],
        ["low", none],
        ["high", one],
      ],
      compute: byComponent(([x, low, high]) => smoothstep(x, low, high)),
    },
  ],
  [
    "mix",
    {
      inputs: [
        ["fg", none],
        ["bg", none],
        ["mix", none],
      ],
      affine: ["fg", "bg", "mix"],
      compute: byComponent(([fg, bg, mix]) => fg * mix + bg * (1 - mix)),
    },
  ],
  ["ifgreater", comparison((a, b) => a > b)],
  ["ifgreatereq", comparison((a, b) => a >= b)],
  ["ifequal", comparison((a, b) => a === b)],
  [
    "switch",
    {
      inputs: [...Array.from({ length: 10 }, (_, i) => [`in${i + 1}`, none] as const), ["which", none] as const],
      compute: (values) => values[Math.floor(clamped(values[10][0], 0, 9))],
    },
  ],
  [
    "inside",
    {
      inputs: [
        ["in", none],
        ["mask", one],
      ],
      affine: ["in", "mask"],
      compute: byComponent(([x, mask]) => x * mask),
    },
  ],
  [
    "outside",
    {
      inputs: [
        ["in", none],
        ["mask", none],
      ],
      affine: ["in", "mask"],
      compute: byComponent(([x, mask]) => x * (1 - mask)),
    },
  ],
  ["plus", blend((fg, bg) => fg + bg)],
  ["minus", blend((fg, bg) => bg - fg)],
  ["difference", blend((fg, bg) => Math.abs(bg - fg))],
  ["screen", blend((fg, bg) => 1 - (1 - fg) * (1 - bg))],
  ["overlay", blend((fg, bg) => (bg < 0.5 ? 2 * fg * bg : 1 - (1 - fg) * (1 - bg)))],
  ["burn", blend((fg, bg) => (Math.abs(fg) < 1e-8 ? 0 : 1 - (1 - bg) / fg))],
  ["dodge", blend((fg, bg) => (Math.abs(1 - fg) < 1e-8 ? 0 : bg / (1 - fg)))],
  [
    "normalmap",
    {
      inputs: [
        ["in", [0.5, 0.5, 1]],
        ["scale", one],
      ],
      affine: ["in"],
      compute: ([value, scale]) =>
        [0, 1, 2].map((i) => (2 * componentOf(value, i) - 1) * (i === 2 ? 1 : componentOf(scale, i))),
    },
  ],
  [
    "rotate2d",
    {
      inputs: [
        ["in", [0, 0]],
        ["amount", none],
      ],
      compute: ([value, [degrees]]) => turned(value, degrees),
    },
  ],
  [
    "place2d",
    {
      inputs: [
        ["texcoord", [0, 0]],
        ["pivot", [0, 0]],
        ["scale", [1, 1]],
        ["rotate", none],
        ["offset", [0, 0]],
        ["operationorder", none],
      ],
      compute: ([[u, v], [px, py], [sx, sy], [degrees], [ox, oy], [order]]) => {
        const at = [u - px, v - py];
        if (order === 0) {
          const [x, y] = turned([at[0] / sx, at[1] / sy], degrees);
          return [x - ox + px, y - oy + py];
        }
        const [x, y] = turned([at[0] - ox, at[1] - oy], degrees);
        return [x / sx + px, y / sy + py];
      },
    },
  ],
  ...colorOperations,
]);
