/**
 * The parts of `@usdkit/assets/gltf` that do without the schemas of its JSON, whose library is larger than they are: the container, and values
 * over time.
 *
 * @packageDocumentation
 */
export { readGlbChunks, writeGlb } from "./gltf/glb-container.ts";
export type { GlbChunks } from "./gltf/glb-container.ts";
export { evaluateKeys, keyAt, normalizeQuaternion, slerp } from "./gltf/keyed-values.ts";
export type { KeyedValues } from "./gltf/keyed-values.ts";
