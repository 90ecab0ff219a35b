/**
 * The parts of a reader of glTF, for packages that read other things of a file than what is drawn: the container, the checked
 * JSON, the bytes of buffers, decoded accessors. Every declared size is checked against the bytes of the file and a limit.
 *
 * @packageDocumentation
 */
export * from "./gltf-parts.ts";
export { readGltfJson } from "./gltf/gltf-json.ts";
export { at, checkExtensions, checkViews, elementSizes, viewBytes } from "./gltf/check-gltf.ts";
export type { GltfBuffers, GltfSource } from "./gltf/check-gltf.ts";
export { dataUri, readBuffers } from "./gltf/buffers.ts";
export { raiseDracoCounts } from "./gltf/check-draco.ts";
export { decodeAccessors } from "./gltf/decode-accessors.ts";
export type { AccessorValues } from "./gltf/accessor-values.ts";
export { plainAccessors } from "./gltf/plain-accessors.ts";
export { elementCount, floatsOf } from "./gltf/accessor-floats.ts";
export { isSplatPrimitive } from "./gltf/plan-parts.ts";
export { readSplats } from "./gltf/splat-primitives.ts";
export { placeNodes } from "./gltf/node-matrices.ts";
export { listTriangles } from "./gltf/triangles.ts";
export type * from "./gltf/gltf-types.ts";
