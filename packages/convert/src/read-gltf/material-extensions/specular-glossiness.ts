import * as z from "zod";
import { baseColor } from "../material-reader.ts";
import { parsed, pointer } from "../pointer.ts";
import { textureInfo } from "../textures.ts";
import type { MaterialExtension } from "./material-extension.ts";

const schema = z.object({
  diffuseFactor: z.tuple([z.number(), z.number(), z.number(), z.number()]).default([1, 1, 1, 1]),
  diffuseTexture: textureInfo.optional(),
  specularFactor: z.tuple([z.number(), z.number(), z.number()]).default([1, 1, 1]),
  glossinessFactor: z.number().default(1),
  specularGlossinessTexture: textureInfo.optional(),
});

/** The older description of a surface: diffuse and specular colors, and glossiness, which is 1 - roughness. */
export const specularGlossiness: MaterialExtension = {
  name: "KHR_materials_pbrSpecularGlossiness",
  read(material, extension, at) {
    const { diffuseFactor, diffuseTexture, specularFactor, glossinessFactor, specularGlossinessTexture } = parsed(
      schema,
      extension,
      at,
    );
    material.workflow = "specular";
    material.inputs.delete("metallic");
    baseColor(material, diffuseFactor, diffuseTexture, pointer(at, "diffuseTexture"));
    const packed = pointer(at, "specularGlossinessTexture");
    material.factor("specularColor", specularFactor, specularGlossinessTexture, {
      channels: "rgb",
      colorSpace: "sRGB",
      at: packed,
    });
    const sampling = { channels: "a", colorSpace: "sRGB", scale: [-glossinessFactor], bias: [1] } as const;
    const texture =
      specularGlossinessTexture === undefined ? null : material.texture(specularGlossinessTexture, sampling, packed);
    material.inputs.set("roughness", { source: packed, value: [1 - glossinessFactor], texture });
  },
};
