/** Lines and points. */
import type { PlainProperty } from "@usdkit/layer";
import type { Topology, Vertices } from "../model/mesh.ts";
import { picked } from "./picked.ts";
import { arrayValue, extentOf } from "./values.ts";

/** Returns the properties of linear BasisCurves, without widths: lines of one pixel. */
export function curvesProperties(
  { indices, counts, isClosed }: Extract<Topology, { kind: "lines" }>,
  { positions }: Vertices,
): readonly PlainProperty[] {
  const points = indices === null ? positions : picked(positions, 3, indices);
  return [
    { name: "curveVertexCounts", type: "int[]", value: arrayValue("int", Int32Array.from(counts)) },
    ...pointProperties(points),
    { name: "type", type: "token", value: "linear", uniform: true },
    { name: "wrap", type: "token", value: isClosed ? "periodic" : "nonperiodic", uniform: true },
  ];
}

/** Returns the properties of Points, without widths: points of one pixel. */
export function pointsProperties(
  { indices }: Extract<Topology, { kind: "points" }>,
  { positions, normals }: Vertices,
): readonly PlainProperty[] {
  const pick = (values: Float32Array): Float32Array => (indices === null ? values : picked(values, 3, indices));
  const turned =
    normals === null ? [] : [{ name: "normals", type: "normal3f[]", value: arrayValue("normal3f", pick(normals)) }];
  return [...turned, ...pointProperties(pick(positions))];
}

function pointProperties(points: Float32Array): readonly PlainProperty[] {
  const extent = extentOf(points);
  return [
    ...(extent === undefined ? [] : [{ name: "extent", type: "float3[]", value: extent }]),
    { name: "points", type: "point3f[]", value: arrayValue("point3f", points) },
  ];
}
