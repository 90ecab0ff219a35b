/** Parts of meshes as gprims. */
import type { PlainPrim, PlainProperty } from "@usdkit/layer";
import type { MeshModel, MeshPart } from "../model/mesh.ts";
import { UniqueNames } from "../model/unique-names.ts";
import { blendShapes } from "./blend-shapes.ts";
import { bindMaterial } from "./bind-material.ts";
import { curvesProperties, pointsProperties } from "./curves-and-points.ts";
import { defined, named } from "./named.ts";
import { picked } from "./picked.ts";
import { withProgramData, type WrittenPrim } from "./program-data.ts";
import { skinProperties } from "./skins.ts";
import type { UsdWriter } from "./usd-writer.ts";
import { arrayValue, extentOf } from "./values.ts";
import { vertexColors } from "./vertex-colors.ts";

/** Where a mesh is shown. */
export interface MeshPlace {
  /** Path of the prim above. */
  readonly parent: string;
  readonly name: string;
  /** The node whose skin and weights deform it; undefined for prototypes. */
  readonly node: number | undefined;
}

/** Returns a mesh as a prim: its only part, or a group of its parts. */
export function meshPrim(writer: UsdWriter, mesh: MeshModel, place: MeshPlace): PlainPrim {
  const { parts, extras, source } = mesh;
  const metadata = named(mesh.name, place.name);
  const path = `${place.parent}/${place.name}`;
  const data = { extras, source, path };
  if (parts.length === 1) {
    return withProgramData(writer, partPrim(writer, { mesh, part: parts[0], place }, metadata), data);
  }
  const names = new UniqueNames(writer.options.asciiNames);
  const children = parts.map((part) => {
    const material = part.material === null ? "" : writer.scene.materials[part.material].name;
    const name = names.take(material, "Part");
    return partPrim(writer, { mesh, part, place: { ...place, parent: path, name } }, {});
  });
  return withProgramData(writer, { name: place.name, type: "Xform", metadata, children }, data);
}

interface Part {
  readonly mesh: MeshModel;
  readonly part: MeshPart;
  readonly place: MeshPlace;
}

function partPrim(
  writer: UsdWriter,
  { mesh, part, place }: Part,
  metadata: { readonly displayName?: string },
): WrittenPrim {
  const { topology, vertices } = part;
  const path = `${place.parent}/${place.name}`;
  const apis: string[] = [];
  const properties: PlainProperty[] = [];
  const skin = skinProperties(writer, { part, mesh, node: place.node, path });
  const shapes =
    topology.kind === "triangles" ? blendShapes(writer, { part, mesh, node: place.node, path }) : undefined;
  if (topology.kind === "triangles") properties.push(...triangleProperties(writer, part));
  else if (topology.kind === "lines") properties.push(...curvesProperties(topology, vertices));
  else properties.push(...pointsProperties(topology, vertices));
  const indices = topology.kind === "triangles" ? null : topology.indices;
  properties.push(...primvars(writer, part, indices));
  const binding = bindMaterial(writer, part, path);
  if (binding.applies) apis.push("MaterialBindingAPI");
  properties.push(...binding.properties);
  if (skin !== undefined || shapes !== undefined) apis.push("SkelBindingAPI");
  properties.push(...(skin ?? []), ...(shapes?.properties ?? []));
  const types = { triangles: "Mesh", lines: "BasisCurves", points: "Points" } as const;
  return {
    name: place.name,
    type: types[topology.kind],
    metadata: defined({ ...metadata, apiSchemas: apis.length === 0 ? undefined : { prepended: apis } }),
    properties,
    children: shapes?.prims ?? [],
  };
}

function triangleProperties(
  { made, losses }: UsdWriter,
  { topology, vertices, isDoubleSided, source }: MeshPart,
): readonly PlainProperty[] {
  const { positions, normals, count } = vertices;
  const { indices } = topology;
  const triangles = (indices?.length ?? count) / 3;
  const extent = extentOf(positions);
  if (extent === undefined && count > 0) {
    losses.add(source, "Positions are not finite: viewers do not show the mesh. Export it again");
  }
  return [
    ...(isDoubleSided ? [{ name: "doubleSided", type: "bool", value: true, uniform: true }] : []),
    ...(extent === undefined ? [] : [{ name: "extent", type: "float3[]", value: extent }]),
    {
      name: "faceVertexCounts",
      type: "int[]",
      value: made.threes(triangles),
    },
    {
      name: "faceVertexIndices",
      type: "int[]",
      value: indices === null ? made.numbers(count) : made.integers(indices),
    },
    ...(normals === null ? [] : [vertexAttribute("normals", "normal3f", normals)]),
    { name: "points", type: "point3f[]", value: arrayValue("point3f", positions) },
    { name: "subdivisionScheme", type: "token", value: "none", uniform: true },
  ];
}

function vertexAttribute(name: string, type: string, values: Float32Array | Int32Array): PlainProperty {
  return {
    name,
    type: `${type}[]`,
    value: arrayValue(type, values),
    metadata: { interpolation: "vertex" },
  };
}

const floatTypes = ["float", "float2", "float3", "float4"];
const intTypes = ["int", "int2", "int3", "int4"];

/** Values of the vertices other than points and normals. */
function primvars(writer: UsdWriter, part: MeshPart, indices: ArrayLike<number> | null): readonly PlainProperty[] {
  const { vertices } = part;
  const { tangents, texCoords, custom } = vertices;
  const colors = vertexColors(writer, part);
  const list: [name: string, type: string, values: Float32Array | Int32Array, size: number][] = [];
  if (colors.colors !== null) list.push(["displayColor", "color3f", colors.colors, 3]);
  if (colors.opacities !== null) list.push(["displayOpacity", "float", colors.opacities, 1]);
  for (const [name, values] of texCoords) list.push([name, "texCoord2f", values, 2]);
  if (tangents !== null) list.push(["tangents", "float4", tangents, 4]);
  for (const [name, { values, size }] of custom) {
    const types = values instanceof Float32Array ? floatTypes : intTypes;
    list.push([primvarName(name), types[size - 1], values, size]);
  }
  return list.map(([name, type, values, size]) => {
    return vertexAttribute(`primvars:${name}`, type, indices === null ? values : picked(values, size, indices));
  });
}

/** Names of attributes may have any letters. */
function primvarName(name: string): string {
  return new UniqueNames().take(name, "attribute");
}
