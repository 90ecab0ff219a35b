/** Instances of a mesh: EXT_mesh_gpu_instancing. */
import * as z from "zod";
import { elementCount, floatsOf, type AccessorValues } from "@usdkit/assets/gltf";
import { ConvertError } from "../errors/convert-error.ts";
import type { Instances } from "../model/scene.ts";
import { customValues } from "./attributes.ts";
import { accessorOf, extensionOf, type GltfFile, type JsonObject } from "./gltf-file.ts";
import { parsed, pointer } from "./pointer.ts";

const NAME = "EXT_mesh_gpu_instancing";
const schema = z.object({ attributes: z.record(z.string(), z.int().min(0)) });

/** Returns the instances of a node; null if it shows its mesh once. */
export function readInstances(file: GltfFile, node: JsonObject | undefined, source: string): Instances | null {
  const extension = extensionOf(node, NAME);
  if (extension === undefined) return null;
  const at = pointer(source, "extensions", NAME);
  const { attributes } = parsed(schema, extension, at);
  const valuesOf = (name: string, sizes: readonly number[]): AccessorValues | null => {
    const index = attributes[name];
    return index === undefined ? null : accessorOf(file, index, sizes, pointer(at, "attributes", name));
  };
  const translations = valuesOf("TRANSLATION", [3]);
  const rotations = valuesOf("ROTATION", [4]);
  const scales = valuesOf("SCALE", [3]);
  const custom = new Map<string, { values: Float32Array | Int32Array; size: number }>();
  for (const name of Object.keys(attributes)) {
    if (name === "TRANSLATION" || name === "ROTATION" || name === "SCALE") continue;
    const values = valuesOf(name, [1, 2, 3, 4]);
    if (values !== null) custom.set(name, customValues(values));
  }
  const counts = [
    ...[translations, rotations, scales].flatMap((values) => (values === null ? [] : [elementCount(values)])),
    ...Array.from(custom.values(), ({ values, size }) => values.length / size),
  ];
  const [count = 0] = counts;
  if (counts.some((each) => each !== count)) {
    throw new ConvertError(pointer(at, "attributes"), `Expected lists of one length, found ${counts.join(", ")}`);
  }
  return {
    count,
    translations: translations === null ? null : floatsOf(translations),
    rotations: rotations === null ? null : realFirst(floatsOf(rotations)),
    scales: scales === null ? null : floatsOf(scales),
    custom,
  };
}

/** Returns quaternions x, y, z, w as unit quaternions w, x, y, z. */
export function realFirst(values: Float32Array): Float32Array {
  const turned = new Float32Array(values.length);
  for (let i = 0; i < values.length; i += 4) {
    turned[i] = values[i + 3];
    turned[i + 1] = values[i];
    turned[i + 2] = values[i + 1];
    turned[i + 3] = values[i + 2];
  }
  return turned;
}
