import type { PointGeometry, VertexValues } from "../model/geometry.ts";
import type { PrimReader, Primvar } from "../model/prim-reader.ts";
import { finitePoints } from "../mesh/mesh-faces.ts";

/** Points, with diameters if they have widths. */
export function points(prim: PrimReader): PointGeometry | undefined {
  const authored = prim.floats("points") ?? new Float32Array();
  const kept = finiteElements(authored);
  const left = Math.floor(authored.length / 3) - kept.length;
  if (left > 0) prim.problem("points", `${left} ${left === 1 ? "point is" : "points are"} not finite and not drawn`);
  if (kept.length === 0) return undefined;
  const values = (property: string, primvar: Primvar | undefined, components?: number): VertexValues | null => {
    if (primvar === undefined || primvar.values.length === 0) return null;
    const found = valuesAt(primvar, components ?? primvar.components, kept);
    if (typeof found !== "string") return found;
    prim.problem(property, `${found}: the points are drawn without it`);
    return null;
  };
  const primvars = new Map<string, VertexValues>();
  for (const name of prim.primvarNames()) {
    const components = name === "displayColor" ? 3 : name === "displayOpacity" ? 1 : undefined;
    const found = values(`primvars:${name}`, prim.primvar(name), components);
    if (found !== null) primvars.set(name, found);
  }
  const widths = values("widths", prim.widths(), 1);
  return { type: "points", positions: pick(authored, 3, kept), widths: widths && finiteWidths(widths), primvars };
}

function finiteElements(points: Float32Array): Uint32Array {
  const isFinite = finitePoints(points);
  return Uint32Array.from(isFinite.keys()).filter((point) => isFinite[point] === 1);
}

/** Returns the values at points, or what is wrong with the primvar. */
function valuesAt(
  { components, values, interpolation, indices }: Primvar,
  expected: number,
  kept: Uint32Array,
): VertexValues | string {
  if (components !== expected) return `Expected ${expected} numbers a value, found ${components}`;
  const elements = Math.floor(values.length / components);
  const isConstant = interpolation === "constant" || interpolation === "uniform";
  const places = isConstant ? new Uint32Array(1) : kept;
  const found = indices === null ? places : places.map((place) => indices[place] ?? elements);
  const bad = found.find((element) => element >= elements);
  if (bad !== undefined) return `There are ${elements} values, and not for each point`;
  return { components, values: pick(values, components, found), isConstant };
}

/** A width that is not finite is none. */
function finiteWidths(widths: VertexValues): VertexValues {
  return { ...widths, values: widths.values.map((width) => (Number.isFinite(width) ? width : 0)) };
}

function pick(values: Float32Array, components: number, elements: Uint32Array): Float32Array {
  const result = new Float32Array(components * elements.length);
  for (const [i, element] of elements.entries()) {
    for (let k = 0; k < components; k++) result[components * i + k] = values[components * element + k];
  }
  return result;
}
