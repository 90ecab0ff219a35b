import * as z from "zod";
import { parsed, pointer } from "../pointer.ts";
import { textureInfo } from "../textures.ts";
import type { MaterialExtension } from "./material-extension.ts";

const schema = z.object({
  specularFactor: z.number().default(1),
  specularTexture: textureInfo.optional(),
  specularColorFactor: z.tuple([z.number(), z.number(), z.number()]).default([1, 1, 1]),
  specularColorTexture: textureInfo.optional(),
});

/** Strength and color of the reflections of what is no metal. */
export const specular: MaterialExtension = {
  name: "KHR_materials_specular",
  read(material, extension, at) {
    const reflection = parsed(schema, extension, at);
    material.factor("specular", [reflection.specularFactor], reflection.specularTexture, {
      channels: "a",
      at: pointer(at, "specularTexture"),
    });
    material.factor("specularTint", reflection.specularColorFactor, reflection.specularColorTexture, {
      channels: "rgb",
      colorSpace: "sRGB",
      at: pointer(at, "specularColorTexture"),
    });
  },
};
