// A mesh whose texture needs a decoder that pages load on demand.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GlbData } from "@usdkit/test-files/plain-glb";

const texture = join(import.meta.dirname, "../../packages/assets/test/textures/uastc.ktx2");

/** A square of one unit, seen from the front, which has a texture in KTX2. */
export function texturedGlb(): Uint8Array {
  const data = new GlbData();
  const attributes = {
    POSITION: data.accessor(new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]), "VEC3"),
    TEXCOORD_0: data.accessor(new Float32Array([0, 1, 1, 1, 1, 0, 0, 0]), "VEC2"),
  };
  const indices = data.accessor(new Uint32Array([0, 1, 2, 0, 2, 3]), "SCALAR");
  return data.glb({
    meshes: [{ primitives: [{ attributes, indices, material: 0 }] }],
    nodes: [{ mesh: 0 }],
    extensionsUsed: ["KHR_texture_basisu"],
    extensionsRequired: ["KHR_texture_basisu"],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } }, extensions: { KHR_materials_unlit: {} } }],
    textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }],
    images: [{ bufferView: data.view(new Uint8Array(readFileSync(texture))), mimeType: "image/ktx2" }],
  });
}
