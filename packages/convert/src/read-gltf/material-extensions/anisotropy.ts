import * as z from "zod";
import { parsed, pointer } from "../pointer.ts";
import { textureInfo } from "../textures.ts";
import type { MaterialExtension } from "./material-extension.ts";

const schema = z.object({
  anisotropyStrength: z.number().default(0),
  anisotropyRotation: z.number().default(0),
  anisotropyTexture: textureInfo.optional(),
});

/** Reflections that are longer in one direction; red and green of the texture have the direction, blue the strength. */
export const anisotropy: MaterialExtension = {
  name: "KHR_materials_anisotropy",
  read(material, extension, at) {
    const { anisotropyStrength, anisotropyRotation, anisotropyTexture } = parsed(schema, extension, at);
    const place = pointer(at, "anisotropyTexture");
    material.factor("anisotropy", [anisotropyStrength], anisotropyTexture, { channels: "b", at: place });
    material.constant("anisotropyRotation", [anisotropyRotation], at);
  },
};
