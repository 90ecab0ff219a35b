/** Morph targets as BlendShape prims. */
import type { PlainPrim, PlainProperty } from "@usdkit/layer";
import type { MorphTarget } from "../model/mesh.ts";
import { UniqueNames } from "../model/unique-names.ts";
import { named } from "./named.ts";
import type { DeformedPart } from "./skins.ts";
import type { UsdWriter } from "./usd-writer.ts";
import { arrayValue } from "./values.ts";

/** The prims of the targets of a part, and the properties that refer to them; undefined without targets. */
export function blendShapes(
  { layout, options }: UsdWriter,
  { mesh, part, node, path }: DeformedPart,
): { readonly prims: readonly PlainPrim[]; readonly properties: readonly PlainProperty[] } | undefined {
  const { targets, influences } = part.vertices;
  const skeleton = node === undefined ? undefined : layout.skeletonOfNode.get(node);
  if (node === undefined || skeleton === undefined || targets.length === 0) return undefined;
  const tokens = skeleton.targetTokens.get(node)?.slice(0, targets.length) ?? [];
  const names = new UniqueNames(options.asciiNames);
  const prims = targets.map((target, i): PlainPrim => {
    const text = mesh.targetNames[i] ?? "";
    const name = names.take(text, `target_${i}`);
    return { name, type: "BlendShape", metadata: named(text, name), properties: shapeProperties(target) };
  });
  const properties: PlainProperty[] = [
    { name: "skel:blendShapes", type: "token[]", value: tokens, uniform: true },
    { name: "skel:blendShapeTargets", type: "rel", targets: prims.map(({ name }) => `${path}/${name}`) },
  ];
  // With joints the skin refers to it.
  if (influences === null) properties.push({ name: "skel:skeleton", type: "rel", targets: [skeleton.path] });
  return { prims, properties };
}

/** Targets that move less than half of the vertices list these. */
function shapeProperties({ positions, normals }: MorphTarget): readonly PlainProperty[] {
  const count = (positions ?? normals ?? new Float32Array(0)).length / 3;
  const moved = movedVertices(positions, normals, count);
  const isSparse = moved.length * 2 < count;
  const pick = (values: Float32Array): Float32Array => {
    if (!isSparse) return values;
    const list = new Float32Array(3 * moved.length);
    for (let i = 0; i < moved.length; i++) list.set(values.subarray(3 * moved[i], 3 * moved[i] + 3), 3 * i);
    return list;
  };
  const shape = (name: string, values: Float32Array): PlainProperty => ({
    name,
    type: "vector3f[]",
    value: arrayValue("vector3f", pick(values)),
    uniform: true,
  });
  return [
    ...(normals === null ? [] : [shape("normalOffsets", normals)]),
    shape("offsets", positions ?? new Float32Array(3 * count)),
    ...(isSparse ? [{ name: "pointIndices", type: "int[]", value: arrayValue("int", moved), uniform: true }] : []),
  ];
}

function movedVertices(positions: Float32Array | null, normals: Float32Array | null, count: number): Int32Array {
  const moved = new Int32Array(count);
  let length = 0;
  const moves = (values: Float32Array | null, i: number): boolean =>
    values !== null && (values[3 * i] !== 0 || values[3 * i + 1] !== 0 || values[3 * i + 2] !== 0);
  for (let i = 0; i < count; i++) if (moves(positions, i) || moves(normals, i)) moved[length++] = i;
  return moved.slice(0, length);
}
