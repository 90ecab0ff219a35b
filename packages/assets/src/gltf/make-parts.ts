/** Creates mesh parts from primitives: triangles and vertices in the asset's space. */
import { identityMatrix, multiplyMatrices, type RowMatrix } from "@usdkit/transforms";
import { checkCount } from "../limits/byte-budget.ts";
import type { MeshPart } from "../model/asset.ts";
import type { LoadContext } from "../options/load-options.ts";
import type { SkipCounter } from "../model/skip-counter.ts";
import { elementCount, floatsOf } from "./accessor-floats.ts";
import type { AccessorValues } from "./accessor-values.ts";
import type { Gltf, GltfPrimitive } from "./gltf-types.ts";
import { trsMatrix } from "./node-matrices.ts";
import type { DrawingNode, DrawnPrimitive, PartsPlan } from "./plan-parts.ts";
import { jointMatrices, morphed, skinMatrices } from "./pose.ts";
import {
  axisLengths,
  fixNormals,
  mirrors,
  movedNormals,
  movedPositions,
  movedTangents,
  oneMatrix,
  settlePositions,
  type VertexMatrices,
} from "./transform-vertices.ts";
import { drawableTriangles, listTriangles } from "./triangles.ts";
import { usedVertices, valuesOfVertices, type Accessors, type VertexValues } from "./vertex-values.ts";

/** Data shared by the parts of a primitive. */
export interface Shared {
  readonly vertexValues: VertexValues;
  readonly positions: Float32Array;
  readonly normals: Float32Array | null;
  readonly tangents: Float32Array | null;
  readonly colors: Float32Array | null;
  readonly texCoords: Float32Array | null;
  readonly texCoords2: Float32Array | null;
  readonly triangles: Uint32Array;
}

/** What was read of primitives before; null of those without positions. */
export type SharedParts = Map<GltfPrimitive, Shared | null>;

interface PartOptions {
  readonly texCoordSets: TexCoordSets;
  readonly known: SharedParts;
  readonly skips: SkipCounter;
  readonly context: LoadContext;
}

const identityPlaces: VertexMatrices = oneMatrix(identityMatrix);

/** The input of all parts of a file. */
export interface PartSource {
  readonly gltf: Gltf;
  readonly accessors: Accessors;
  readonly matrices: readonly RowMatrix[];
  readonly skips: SkipCounter;
}

/** A primitive as drawn by one node. */
interface PartContent {
  readonly drawn: DrawnPrimitive;
  readonly node: DrawingNode;
  readonly material: number;
  readonly skips: SkipCounter;
}

/** The sets of texture coordinates that a material uses, at most two. */
export type TexCoordSets = (material: number | undefined) => readonly number[];

/** For a primitive without a material, `material` is `materials.length`. */
export function makeParts(
  gltf: Gltf,
  plan: PartsPlan,
  accessors: Accessors,
  { texCoordSets, known, skips, context }: PartOptions,
): MeshPart[] {
  const parts: MeshPart[] = [];
  const source: PartSource = { gltf, accessors, matrices: plan.places.matrices, skips };
  for (const drawn of plan.primitives) {
    let shared = known.get(drawn.primitive);
    if (shared === undefined) {
      shared = readShared(drawn, accessors, texCoordSets, skips);
      if (shared !== null) checkVertices(source, drawn, shared, context);
      known.set(drawn.primitive, shared);
    }
    if (shared === null) continue;
    const material = drawn.primitive.material ?? gltf.materials.length;
    const vertices = shared;
    const placements = drawn.nodes.flatMap((node) =>
      vertexPlaces(source, drawn, node, vertices).map((places) => ({ node, places })),
    );
    const areSame = placements.length > 1 && drawn.primitive.targets.length === 0;
    if (areSame && placements.every(({ places }) => places.stride === 0)) {
      const { node } = placements[0];
      const part = makePart({ drawn, node, material, skips }, shared, identityPlaces);
      const instances = placements.map(({ places }) => Array.from(places.numbers));
      if (part.indices.length > 0) parts.push({ ...part, instances });
      continue;
    }
    for (const { node, places } of placements) {
      const part = makePart({ drawn, node, material, skips }, shared, places);
      if (part.indices.length > 0) parts.push(part);
    }
  }
  return parts;
}

/**
 * Draco may produce more vertices than its header declares, as seams split them.
 *
 * @throws AssetError if they are more than the limits allow
 */
function checkVertices(
  { gltf }: PartSource,
  { primitive, nodes, where }: DrawnPrimitive,
  { positions }: Shared,
  { limits, budget }: LoadContext,
): void {
  const declared = gltf.accessors[primitive.attributes["POSITION"]].count;
  const vertices = positions.length / 3;
  if (vertices <= declared) return;
  const times = nodes.reduce((sum, { instances }) => sum + (instances?.count ?? 1), 0);
  checkCount(times * vertices, limits, "vertices", { where });
  budget.take(4 * (6 * times + 14) * (vertices - declared), where);
}

function readShared(
  { primitive }: DrawnPrimitive,
  accessors: Accessors,
  texCoordSets: TexCoordSets,
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
  const floats = (name: string, size = 3): Float32Array | null => {
    const found = values(attributes[name], [size]);
    return found === null ? null : floatsOf(found);
  };
  const [set, second] = texCoordSets(material);
  const color = values(attributes["COLOR_0"], [3, 4]);
  const texCoord = (set: number | undefined): Float32Array | null => {
    const found = set === undefined ? null : values(attributes[`TEXCOORD_${set}`], [2]);
    return found === null ? null : finite(floatsOf(found));
  };
  return {
    vertexValues: values,
    positions: floats("POSITION") ?? new Float32Array(0),
    normals: floats("NORMAL"),
    tangents: attributes["TANGENT"] === undefined ? null : floats("TANGENT", 4),
    colors: color === null ? null : colorsOf(color),
    texCoords: texCoord(set),
    texCoords2: texCoord(second),
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

/** Returns a copy with 0 for non-finite values: a color or texture coordinate may be invalid without affecting the triangle. */
function finite(floats: Float32Array): Float32Array {
  const copy = floats.slice();
  for (let i = 0; i < copy.length; i++) if (!Number.isFinite(copy[i])) copy[i] = 0;
  return copy;
}

/** Returns the node's transforms: one, or one per instance. The transform of a skin's node is ignored (glTF 2.0, 3.7.3.3). */
export function vertexPlaces(
  { gltf, accessors, matrices, skips }: PartSource,
  { primitive }: Pick<DrawnPrimitive, "primitive">,
  node: DrawingNode,
  { vertexValues, positions }: Pick<Shared, "vertexValues" | "positions">,
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
  const { colors, texCoords, texCoords2, triangles, vertexValues } = shared;
  const morph = { primitive, weights, vertexValues };
  const positions = movedPositions(morphed(shared.positions, "POSITION", morph), places);
  const indices = drawableTriangles(triangles, positions, mirrors(places), skips);
  settlePositions(positions, indices);
  let normals: Float32Array | null = null;
  if (shared.normals !== null) {
    normals = movedNormals(morphed(shared.normals, "NORMAL", morph), places);
    fixNormals(normals, positions, indices);
  }
  const tangents = normals === null || shared.tangents === null ? null : movedTangents(shared.tangents, places);
  return {
    positions,
    normals,
    ...(tangents === null ? {} : { tangents }),
    colors,
    texCoords,
    ...(texCoords2 === null ? {} : { texCoords2 }),
    indices,
    material,
    scale: axisLengths(places),
  };
}
