import * as z from "zod";
import { parsed, pointer } from "../pointer.ts";
import { textureInfo } from "../textures.ts";
import type { MaterialExtension } from "./material-extension.ts";

const schema = z.object({
  clearcoatFactor: z.number().default(0),
  clearcoatTexture: textureInfo.optional(),
  clearcoatRoughnessFactor: z.number().default(0),
  clearcoatRoughnessTexture: textureInfo.optional(),
  clearcoatNormalTexture: textureInfo.optional(),
});

/** A clear layer on top. */
export const clearcoat: MaterialExtension = {
  name: "KHR_materials_clearcoat",
  read(material, extension, at) {
    const coat = parsed(schema, extension, at);
    material.factor("clearcoat", [coat.clearcoatFactor], coat.clearcoatTexture, {
      channels: "r",
      at: pointer(at, "clearcoatTexture"),
    });
    material.factor("clearcoatRoughness", [coat.clearcoatRoughnessFactor], coat.clearcoatRoughnessTexture, {
      channels: "g",
      at: pointer(at, "clearcoatRoughnessTexture"),
    });
    material.normals("clearcoatNormal", coat.clearcoatNormalTexture, pointer(at, "clearcoatNormalTexture"));
  },
};
