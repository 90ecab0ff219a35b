import * as z from "zod";
import { parsed, pointer } from "../pointer.ts";
import { textureInfo } from "../textures.ts";
import type { MaterialExtension } from "./material-extension.ts";

const schema = z.object({
  thicknessFactor: z.number().default(0),
  thicknessTexture: textureInfo.optional(),
  attenuationDistance: z.number().positive().default(Infinity),
  attenuationColor: z.tuple([z.number(), z.number(), z.number()]).default([1, 1, 1]),
});

/** What is inside of a surface. */
export const volume: MaterialExtension = {
  name: "KHR_materials_volume",
  read(material, extension, at) {
    const { thicknessFactor, thicknessTexture, attenuationDistance, attenuationColor } = parsed(schema, extension, at);
    material.factor("thickness", [thicknessFactor], thicknessTexture, {
      channels: "g",
      at: pointer(at, "thicknessTexture"),
    });
    if (attenuationDistance < Infinity) material.constant("attenuationDistance", [attenuationDistance], at);
    material.constant("attenuationColor", attenuationColor, at);
  },
};
