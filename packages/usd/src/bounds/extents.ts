/** Extents that are computed from the geometry of a prim: the functions that the reference registers for Boundable types. */
import { isA } from "@usdkit/schemas";
import type { Vector3 } from "@usdkit/transforms";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import { hasAuthoredValue } from "../values/authored-value.ts";
import type { StageTime } from "../values/attribute-value.ts";
import { numberOf, numbersOf, textOf, type PlainNumbers } from "../values/plain-numbers.ts";
import { emptyRange, type Range } from "./box.ts";

/** Reads the attributes of one prim at one time. */
interface Attributes {
  number(name: string): number | undefined;
  token(name: string): string | undefined;
  numbers(name: string): PlainNumbers | undefined;
}

type ComputeExtent = (attributes: Attributes) => Range | undefined;

const twoRadii: readonly string[] = ["radiusTop", "radiusBottom", "height"];

/** By type; a derived type has that of the closest type above it. */
const functions: readonly (readonly [type: string, compute: ComputeExtent])[] = [
  ["Cube", (prim) => around(prim, ["size"], ([size]) => [size / 2, size / 2, size / 2])],
  ["Sphere", (prim) => around(prim, ["radius"], ([radius]) => [radius, radius, radius])],
  ["Cylinder", (prim) => alongAxis(prim, ["radius", "height"], ([radius, height]) => [radius, height / 2])],
  ["Cylinder_1", (prim) => alongAxis(prim, twoRadii, ([a, b, height]) => [Math.max(a, b), height / 2])],
  ["Capsule", (prim) => alongAxis(prim, ["radius", "height"], ([radius, height]) => [radius, height / 2 + radius])],
  ["Capsule_1", (prim) => alongAxis(prim, twoRadii, ([a, b, height]) => [Math.max(a, b), height / 2 + Math.max(a, b)])],
  ["Cone", (prim) => alongAxis(prim, ["radius", "height"], ([radius, height]) => [radius, height / 2])],
  ["Plane", planeExtent],
  ["Points", pointsExtent],
  ["Curves", curvesExtent],
  ["PointBased", (prim) => rangeOfPoints(prim.numbers("points"))],
  ["SphereLight", (prim) => around(prim, ["inputs:radius"], ([radius]) => [radius, radius, radius])],
  ["DiskLight", (prim) => around(prim, ["inputs:radius"], ([radius]) => [radius, radius, 0])],
  [
    "CylinderLight",
    (prim) => around(prim, ["inputs:radius", "inputs:length"], ([radius, length]) => [length / 2, radius, radius]),
  ],
  [
    "RectLight",
    (prim) => around(prim, ["inputs:width", "inputs:height"], ([width, height]) => [width / 2, height / 2, 0]),
  ],
  [
    "PortalLight",
    (prim) => around(prim, ["inputs:width", "inputs:height"], ([width, height]) => [width / 2, height / 2, 0]),
  ],
];

/**
 * Returns the extent of a prim that its attributes describe; undefined without one, or for a type whose extent is not computed.
 * Numbers are in single precision. For PointInstancer see `InstancerExtents`.
 */
export function geometryExtent(reader: StageReader, prim: PrimNode, time: StageTime): Range | undefined {
  const found = functions.find(([type]) => isA(prim.type, type));
  return found?.[1]({
    // The reference reads the size of a plane at the default time.
    number: (name) => numberOf(reader.value(prim, name, prim.type === "Plane" ? null : time)),
    token: (name) => textOf(reader.value(prim, name, time)),
    numbers: (name) => numbersOf(reader.value(prim, name, time)),
  });
}

/**
 * Returns the extent that a prim authors; undefined if it has none, or not two points. One with samples whose default is blocked has
 * the schema's at the default time: so does `UsdAttributeQuery::Get`, other than `UsdAttribute::Get`.
 */
export function authoredExtent(reader: StageReader, prim: PrimNode, time: StageTime): Range | undefined {
  const attribute = reader.attribute(prim, "extent");
  if (attribute === undefined || !hasAuthoredValue(attribute)) return undefined;
  const value = reader.attributeValue(attribute, time);
  const numbers = numbersOf(value ?? (time === null ? attribute.fallback : undefined));
  return numbers?.length === 6 ? rangeAt(numbers, 0) : undefined;
}

/** Returns the range of two points in a flat list, from the number at an index on. */
export function rangeAt(numbers: PlainNumbers, at: number): Range {
  return {
    minimum: [numbers[at], numbers[at + 1], numbers[at + 2]],
    maximum: [numbers[at + 3], numbers[at + 4], numbers[at + 5]],
  };
}

/** Returns a range with its numbers in single precision. */
export function inSinglePrecision({ minimum, maximum }: Range): Range {
  return { minimum: rounded(minimum), maximum: rounded(maximum) };
}

function rounded([x, y, z]: Vector3): Vector3 {
  return [Math.fround(x), Math.fround(y), Math.fround(z)];
}

function symmetric(maximum: Vector3): Range {
  const [x, y, z] = rounded(maximum);
  return { minimum: [-x, -y, -z], maximum: [x, y, z] };
}

function numbersNamed(prim: Attributes, names: readonly string[]): readonly number[] | undefined {
  const found: number[] = [];
  for (const name of names) {
    const number = prim.number(name);
    if (number === undefined) return undefined;
    found.push(number);
  }
  return found;
}

function around(
  prim: Attributes,
  names: readonly string[],
  maximum: (numbers: readonly number[]) => Vector3,
): Range | undefined {
  const numbers = numbersNamed(prim, names);
  return numbers && symmetric(maximum(numbers));
}

/** @param sizes returns the extents across the axis and along it */
function alongAxis(
  prim: Attributes,
  names: readonly string[],
  sizes: (numbers: readonly number[]) => readonly [across: number, along: number],
): Range | undefined {
  const numbers = numbersNamed(prim, names);
  if (numbers === undefined) return undefined;
  const [across, along] = sizes(numbers);
  switch (prim.token("axis")) {
    case "X":
      return symmetric([along, across, across]);
    case "Y":
      return symmetric([across, along, across]);
    case "Z":
      return symmetric([across, across, along]);
    default:
      return undefined;
  }
}

function planeExtent(prim: Attributes): Range | undefined {
  const numbers = numbersNamed(prim, ["width", "length"]);
  if (numbers === undefined) return undefined;
  const [width, length] = numbers.map((each) => each / 2);
  switch (prim.token("axis")) {
    case "X":
      return symmetric([0, length, width]);
    case "Y":
      return symmetric([width, 0, length]);
    case "Z":
      return symmetric([width, length, 0]);
    default:
      return undefined;
  }
}

/** Returns the range of a flat list of points; undefined without a list, an empty range without points. */
function rangeOfPoints(points: PlainNumbers | undefined): Range | undefined {
  if (points === undefined) return undefined;
  const minimum: [number, number, number] = [...emptyRange.minimum];
  const maximum: [number, number, number] = [...emptyRange.maximum];
  for (let i = 0; i + 2 < points.length; i += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = points[i + axis];
      if (value < minimum[axis]) minimum[axis] = value;
      if (value > maximum[axis]) maximum[axis] = value;
    }
  }
  return { minimum, maximum };
}

/** Each point is a sphere; the numbers of widths and of points must be the same. */
function pointsExtent(prim: Attributes): Range | undefined {
  const points = prim.numbers("points");
  const widths = prim.numbers("widths");
  if (points === undefined || widths === undefined) return rangeOfPoints(points);
  if (points.length !== widths.length * 3) return undefined;
  const ends = new Float32Array(points.length * 2);
  for (let i = 0; i < points.length; i++) {
    const radius = Math.fround(widths[Math.floor(i / 3)] / 2);
    ends[i] = points[i] + radius;
    ends[points.length + i] = points[i] - radius;
  }
  return rangeOfPoints(ends);
}

/** The range of the control points, larger by half of the largest width. */
function curvesExtent(prim: Attributes): Range | undefined {
  const range = rangeOfPoints(prim.numbers("points"));
  if (range === undefined) return undefined;
  let width = 0;
  const widths = prim.numbers("widths") ?? [];
  for (let i = 0; i < widths.length; i++) width = i === 0 || widths[i] > width ? widths[i] : width;
  const radius = Math.fround(width / 2);
  const { minimum, maximum } = inSinglePrecision(range);
  return inSinglePrecision({
    minimum: [minimum[0] - radius, minimum[1] - radius, minimum[2] - radius],
    maximum: [maximum[0] + radius, maximum[1] + radius, maximum[2] + radius],
  });
}
