/** Attributes of vertices in glTF. */
import type { Accessor, Primitive, PrimitiveTarget } from "@gltf-transform/core";
import type { Influences, MorphTarget, Vertices } from "../model/mesh.ts";
import type { GltfWriter } from "./gltf-writer.ts";

/** Sets the attributes of a primitive. */
export function writeVertices(
  writer: GltfWriter,
  primitive: Primitive,
  vertices: Vertices,
  texCoords: readonly string[],
): void {
  const { count, positions, normals, tangents, colors, opacities, influences, custom, targets } = vertices;
  const set = (name: string, accessor: Accessor): void => void primitive.setAttribute(name, accessor);
  set("POSITION", writer.accessor(positions, 3));
  if (normals !== null)
    set(
      "NORMAL",
      writer.accessor(
        writer.derived(normals, "unit", () => units(normals)),
        3,
      ),
    );
  if (tangents !== null) set("TANGENT", writer.accessor(tangents, 4));
  for (const [i, name] of texCoords.entries()) {
    const values = vertices.texCoords.get(name);
    // Without coordinates every texel is the first one.
    const flipped =
      values === undefined
        ? writer.derived(positions, `no ${name}`, () => new Float32Array(2 * count).fill(1))
        : writer.derived(values, "flipped", () => upperLeft(values));
    set(`TEXCOORD_${i}`, writer.accessor(flipped, 2));
  }
  if (colors !== null || opacities !== null) {
    const isOpaque = opacities === null;
    const key = colors ?? opacities ?? positions;
    const values = writer.derived(key, "colors", () => vertexColors(count, colors, opacities));
    set("COLOR_0", writer.accessor(values, isOpaque ? 3 : 4));
  }
  if (influences !== null) writeInfluences(writer, primitive, influences, count);
  const names = new Set<string>();
  for (const [name, { values, size }] of custom) {
    const attribute = attributeName(name, names);
    const floats =
      values instanceof Float32Array ? values : writer.derived(values, "floats", () => Float32Array.from(values));
    set(attribute, writer.accessor(floats, size));
  }
  for (const target of targets) primitive.addTarget(targetOf(writer, vertices, target));
}

function units(normals: Float32Array): Float32Array {
  let isExact = true;
  const result = new Float32Array(normals.length);
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
    const scale = Math.abs(length - 1) < 1e-5 || length === 0 ? 1 : 1 / length;
    if (scale !== 1) isExact = false;
    for (let k = 0; k < 3; k++) result[i + k] = scale * normals[i + k];
    if (length === 0) [result[i + 1], isExact] = [1, false];
  }
  return isExact ? normals : result;
}

function upperLeft(values: Float32Array): Float32Array {
  const result = new Float32Array(values.length);
  for (let i = 0; i < values.length; i += 2) {
    result[i] = values[i];
    result[i + 1] = 1 - values[i + 1];
  }
  return result;
}

function vertexColors(count: number, colors: Float32Array | null, opacities: Float32Array | null): Float32Array {
  const size = opacities === null ? 3 : 4;
  const result = new Float32Array(size * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) result[size * i + k] = clamped(colors?.[3 * i + k] ?? 1);
    if (opacities !== null) result[4 * i + 3] = clamped(opacities[i]);
  }
  return result;
}

function clamped(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Sets of four joints: as many as the vertex with the most joints needs. */
function writeInfluences(
  writer: GltfWriter,
  primitive: Primitive,
  { joints, weights, perVertex }: Influences,
  count: number,
): void {
  let used = 1;
  for (let i = 0; i < weights.length; i++) if (weights[i] > 0) used = Math.max(used, (i % perVertex) + 1);
  const largest = joints.reduce((most, joint) => Math.max(most, joint), 0);
  for (let set = 0; 4 * set < used; set++) {
    const setJoints = writer.derived(joints, `${set}`, () => {
      const list = largest < 256 ? new Uint8Array(4 * count) : new Uint16Array(4 * count);
      return copied(list, { values: joints, weights, perVertex, set });
    });
    const setWeights = writer.derived(weights, `${set}`, () =>
      copied(new Float32Array(4 * count), { values: weights, weights, perVertex, set }),
    );
    primitive.setAttribute(`JOINTS_${set}`, writer.accessor(setJoints, 4));
    primitive.setAttribute(`WEIGHTS_${set}`, writer.accessor(setWeights, 4));
  }
}

/** Joints without a weight are the first one. */
function copied<T extends Uint8Array | Uint16Array | Float32Array>(
  list: T,
  from: {
    readonly values: ArrayLike<number>;
    readonly weights: Float32Array;
    readonly perVertex: number;
    readonly set: number;
  },
): T {
  const { values, weights, perVertex, set } = from;
  for (let i = 0; i < list.length; i++) {
    const place = 4 * set + (i % 4);
    const at = perVertex * Math.floor(i / 4) + place;
    if (place < perVertex && weights[at] > 0) list[i] = values[at];
  }
  return list;
}

function attributeName(name: string, taken: Set<string>): string {
  const plain = `_${name
    .toUpperCase()
    .replace(/[^A-Z0-9_]/gu, "_")
    .replace(/^_+/u, "")}`;
  let free = plain;
  for (let i = 1; taken.has(free); i++) free = `${plain}_${i}`;
  taken.add(free);
  return free;
}

function targetOf(writer: GltfWriter, { count, positions, normals }: Vertices, target: MorphTarget): PrimitiveTarget {
  const made = writer.document.createPrimitiveTarget();
  const none = (): Float32Array => writer.derived(positions, "no offsets", () => new Float32Array(3 * count));
  made.setAttribute(
    "POSITION",
    writer.accessor(target.positions ?? none(), 3, { isSparse: isSparse(target.positions) }),
  );
  if (normals !== null && target.normals !== null) {
    made.setAttribute("NORMAL", writer.accessor(target.normals, 3, { isSparse: isSparse(target.normals) }));
  }
  return made;
}

/** Whether less than a third of the numbers are not 0. */
function isSparse(values: Float32Array | null): boolean {
  if (values === null) return true;
  let moved = 0;
  for (const value of values) if (value !== 0) moved++;
  return moved > 0 && 3 * moved < values.length;
}
