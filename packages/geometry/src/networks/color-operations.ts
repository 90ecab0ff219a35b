/** Operations on colors and vectors as wholes, and those that depend on texture coordinates. */
import type { Numbers, Operation } from "./operation.ts";

const LUMA: Numbers = [0.2722287, 0.6740818, 0.0536895];
const black: Numbers = [0, 0, 0];

function dotOf(a: Numbers, b: Numbers): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

/** Hue, saturation and value, each from 0 to 1. */
function toHsv([r, g, b]: Numbers): [number, number, number] {
  const most = Math.max(r, g, b);
  const delta = most - Math.min(r, g, b);
  if (most <= 0 || delta <= 0) return [0, 0, most];
  const hue = r >= most ? (g - b) / delta : g >= most ? 2 + (b - r) / delta : 4 + (r - g) / delta;
  return [hue < 0 ? hue / 6 + 1 : hue / 6, delta / most, most];
}

function fromHsv([hue, saturation, value]: Numbers): Numbers {
  return [5, 3, 1].map((offset) => {
    const turn = offset / 6 + hue;
    const k = 6 * (turn - Math.floor(turn));
    return value - value * saturation * within(Math.min(k, 4 - k));
  });
}

/** Keeps what follows the first three numbers: the alpha of a color. */
function ofColor(compute: (color: Numbers) => Numbers): (color: Numbers) => Numbers {
  return (color) => [...compute(color.slice(0, 3)), ...color.slice(3)];
}

function lerp(a: Numbers, b: Numbers, t: number): Numbers {
  return a.map((value, i) => value * (1 - t) + (b[i] ?? value) * t);
}

function within(t: number): number {
  return Math.min(1, Math.max(0, t));
}

/** A ramp or a split between two values along a texture coordinate. */
function along(axis: 0 | 1, names: readonly [string, string], isSplit: boolean): Operation {
  return {
    inputs: [
      [names[0], [0]],
      [names[1], [0]],
      ["texcoord", [0, 0]],
      ["center", [0.5]],
    ],
    compute: ([first, second, coordinates, [center]]) => {
      const t = coordinates[axis];
      return isSplit ? (t < center ? first : second) : lerp(first, second, within(t));
    },
  };
}

export const colorOperations: readonly (readonly [string, Operation])[] = [
  ["rgbtohsv", { inputs: [["in", black]], compute: ([color]) => ofColor(toHsv)(color) }],
  ["hsvtorgb", { inputs: [["in", black]], compute: ([color]) => ofColor(fromHsv)(color) }],
  [
    "hsvadjust",
    {
      inputs: [
        ["in", black],
        ["amount", [0, 1, 1]],
      ],
      compute: ([color, [hue, saturation, value]]) =>
        ofColor((rgb) => {
          const [h, s, v] = toHsv(rgb);
          return fromHsv([h + hue, s * saturation, v * value]);
        })(color),
    },
  ],
  [
    "luminance",
    {
      inputs: [
        ["in", black],
        ["lumacoeffs", LUMA],
      ],
      compute: ([color, weights]) =>
        ofColor((rgb) => {
          const gray = dotOf(rgb, weights);
          return [gray, gray, gray];
        })(color),
    },
  ],
  [
    "saturate",
    {
      inputs: [
        ["in", black],
        ["amount", [1]],
        ["lumacoeffs", LUMA],
      ],
      compute: ([color, [amount], weights]) =>
        ofColor((rgb) => {
          const gray = dotOf(rgb, weights);
          return lerp([gray, gray, gray], rgb, amount);
        })(color),
    },
  ],
  [
    "normalize",
    {
      inputs: [["in", black]],
      compute: ([vector]) => {
        const length = Math.sqrt(dotOf(vector, vector));
        return length > 0 ? vector.map((value) => value / length) : vector;
      },
    },
  ],
  ["magnitude", { inputs: [["in", black]], compute: ([vector]) => [Math.sqrt(dotOf(vector, vector))] }],
  [
    "dotproduct",
    {
      inputs: [
        ["in1", black],
        ["in2", black],
      ],
      compute: ([a, b]) => [dotOf(a, b)],
    },
  ],
  ["ramplr", along(0, ["valuel", "valuer"], false)],
  ["splitlr", along(0, ["valuel", "valuer"], true)],
  ["ramptb", along(1, ["valueb", "valuet"], false)],
  ["splittb", along(1, ["valueb", "valuet"], true)],
  [
    "ramp4",
    {
      inputs: [
        ["valuetl", [0]],
        ["valuetr", [0]],
        ["valuebl", [0]],
        ["valuebr", [0]],
        ["texcoord", [0, 0]],
      ],
      compute: ([topLeft, topRight, bottomLeft, bottomRight, [u, v]]) =>
        lerp(lerp(bottomLeft, bottomRight, within(u)), lerp(topLeft, topRight, within(u)), within(v)),
    },
  ],
  [
    "checkerboard",
    {
      inputs: [
        ["color1", [1, 1, 1]],
        ["color2", black],
        ["uvtiling", [8, 8]],
        ["uvoffset", [0, 0]],
        ["texcoord", [0, 0]],
      ],
      compute: ([first, second, [tilesU, tilesV], [ou, ov], [u, v]]) => {
        const cell = Math.floor(u * tilesU - ou) + Math.floor(v * tilesV - ov);
        return cell - 2 * Math.floor(cell / 2) === 0 ? second : first;
      },
    },
  ],
];
