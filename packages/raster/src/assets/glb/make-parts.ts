/** Drawn pieces of the primitives: triangles and vertices in the asset's space. */
import { multiplyMatrices, type RowMatrix } from "@usdkit/schema";
import type { MeshPart } from "../asset.ts";
import type { SkipCounter } from "../skip-counter.ts";
import { elementCount, floatsOf } from "./accessor-floats.ts";
import type { AccessorValues } from "./decode-accessors.ts";
import type { Gltf } from "./gltf-types.ts";
import { trsMatrix } from "./node-matrices.ts";
import type { DrawingNode, DrawnPrimitive, PartsPlan } from "./plan-parts.ts";
import { jointMatrices, morphed, skinMatrices } from "./pose.ts";
import {
  fixNormals,
  mirrors,
  movedNormals,
  movedPositions,
  oneMatrix,
  settlePositions,
  type VertexMatrices,
} from "./transform-vertices.ts";
import { drawableTriangles, listTriangles } from "./triangles.ts";
import { usedVertices, valuesOfVertices, type Accessors, type VertexValues } from "./vertex-values.ts";

/** What the parts of a primitive share. */
interface Shared {
  readonly vertexValues: VertexValues;
  readonly positions: Float32Array;
  readonly normals: Float32Array | null;
  readonly colors: Float32Array | null;
  readonly texCoords: Float32Array | null;
  readonly triangles: Uint32Array;
}

/** What all parts of a file are made from. */
interface PartSource {
  readonly gltf: Gltf;
  readonly accessors: Accessors;
  readonly matrices: readonly RowMatrix[];
  readonly skips: SkipCounter;
}

/** A primitive as one node draws it. */
interface PartContent {
  readonly drawn: DrawnPrimitive;
  readonly node: DrawingNode;
  readonly material: number;
  readonly skips: SkipCounter;
}

/** The texture coordinates that a material asks for; null if it has no texture. */
export type TexCoordSet = (material: number | undefined) => number | null;

/** `material` of a primitive without one is that of `materials[materials.length]`. */
export function makeParts(
  gltf: Gltf,
  plan: PartsPlan,
  accessors: Accessors,
  { texCoordSet, skips }: { readonly texCoordSet: TexCoordSet; readonly skips: SkipCounter },
): MeshPart[] {
  const parts: MeshPart[] = [];
  const source: PartSource = { gltf, accessors, matrices: plan.matrices, skips };
  for (const drawn of plan.primitives) {
    const shared = readShared(drawn, accessors, texCoordSet, skips);
    if (shared === null) continue;
    const material = drawn.primitive.material ?? gltf.materials.length;
    for (const node of drawn.nodes) {
      for (const places of vertexPlaces(source, drawn, node, shared)) {
        const part = makePart({ drawn, node, material, skips }, shared, places);
        if (part.indices.length > 0) parts.push(part);
      }
    }
  }
  return parts;
}

function readShared(
  { primitive }: DrawnPrimitive,
  accessors: Accessors,
  texCoordSet: TexCoordSet,
  skips: SkipCounter,
): Shared | null {
  const { attributes, indices, mode, material } = primitive;
  const position = attributes["POSITION"] === undefined ? null : (accessors[attributes["POSITION"]] ?? null);
  const indexValues = indices === undefined ? null : accessors[indices];
  if (position?.size !== 3 || indexValues === undefined || (indices !== undefined && indexValues === null)) {
    skips.add("primitiveWithoutPositions");
    return null;
  }
  const count = elementCount(position);
  const all = listTriangles(mode, indexValues?.array ?? null, count, skips);
  const { used, triangles } = usedVertices(all, count) ?? { used: null, triangles: all };
  const values = valuesOfVertices(accessors, count, used);
  const floats = (name: string): Float32Array | null => {
    const found = values(attributes[name], [3]);
    return found === null ? null : floatsOf(found);
  };
  const set = texCoordSet(material);
  const color = values(attributes["COLOR_0"], [3, 4]);
  const texCoord = set === null ? null : values(attributes[`TEXCOORD_${set}`], [2]);
  return {
    vertexValues: values,
    positions: floats("POSITION") ?? new Float32Array(0),
    normals: floats("NORMAL"),
    colors: color === null ? null : colorsOf(color),
    texCoords: texCoord === null ? null : finite(floatsOf(texCoord)),
    triangles,
  };
}

function colorsOf(values: AccessorValues): Float32Array {
  const floats = floatsOf(values);
  if (values.size === 4) return finite(floats);
  const count = elementCount(values);
  const colors = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) colors[4 * i + c] = floats[3 * i + c];
    colors[4 * i + 3] = 1;
  }
  return finite(colors);
}

/** A copy with 0 for what is not finite: a color or a place in an image can be wrong without the triangle being so. */
function finite(floats: Float32Array): Float32Array {
  const copy = floats.slice();
  for (let i = 0; i < copy.length; i++) if (!Number.isFinite(copy[i])) copy[i] = 0;
  return copy;
}

/** Where the node puts the vertices: once, or once for each instance. A skin's node has no place of its own (glTF 2.0, 3.7.3.3). */
function vertexPlaces(
  { gltf, accessors, matrices, skips }: PartSource,
  { primitive }: DrawnPrimitive,
  node: DrawingNode,
  { vertexValues, positions }: Shared,
): readonly VertexMatrices[] {
  const joints = jointMatrices(gltf, node, matrices, accessors);
  if (joints !== null && primitive.attributes["JOINTS_0"] !== undefined) {
    return [{ numbers: skinMatrices({ primitive, vertexValues }, positions.length / 3, joints, skips), stride: 12 }];
  }
  if (node.instances === null) return [oneMatrix(node.matrix)];
  const { attributes, count } = node.instances;
  const instanceValues = valuesOfVertices(accessors, count, null);
  const numbers = (name: string, size: number): Float32Array | null => {
    const values = instanceValues(attributes[name], [size]);
    return values === null ? null : floatsOf(values);
  };
  const translations = numbers("TRANSLATION", 3);
  const rotations = numbers("ROTATION", 4);
  const scales = numbers("SCALE", 3);
  return Array.from({ length: count }, (_, i) => {
    const three = (list: Float32Array | null, fallback: number): readonly [number, number, number] =>
      list === null ? [fallback, fallback, fallback] : [list[3 * i], list[3 * i + 1], list[3 * i + 2]];
    const rotation: readonly [number, number, number, number] =
      rotations === null
        ? [0, 0, 0, 1]
        : [rotations[4 * i], rotations[4 * i + 1], rotations[4 * i + 2], rotations[4 * i + 3]];
    return oneMatrix(multiplyMatrices(trsMatrix(three(translations, 0), rotation, three(scales, 1)), node.matrix));
  });
}

function makePart(
  { drawn: { primitive }, node: { weights }, material, skips }: PartContent,
  shared: Shared,
  places: VertexMatrices,
): MeshPart {
  const { colors, texCoords, triangles, vertexValues } = shared;
  const morph = { primitive, weights, vertexValues };
  const positions = movedPositions(morphed(shared.positions, "POSITION", morph), places);
  const indices = drawableTriangles(triangles, positions, mirrors(places), skips);
  settlePositions(positions, indices);
  let normals: Float32Array | null = null;
  if (shared.normals !== null) {
    normals = movedNormals(morphed(shared.normals, "NORMAL", morph), places);
    fixNormals(normals, positions, indices);
  }
  return { positions, normals, colors, texCoords, indices, material };
}
