import * as z from "zod";
import { parsed, pointer } from "../pointer.ts";
import { textureInfo } from "../textures.ts";
import type { MaterialExtension } from "./material-extension.ts";

const schema = z.object({
  sheenColorFactor: z.tuple([z.number(), z.number(), z.number()]).default([0, 0, 0]),
  sheenColorTexture: textureInfo.optional(),
  sheenRoughnessFactor: z.number().default(0),
  sheenRoughnessTexture: textureInfo.optional(),
});

/** The sheen of fabrics. */
export const sheen: MaterialExtension = {
  name: "KHR_materials_sheen",
  read(material, extension, at) {
    const fabric = parsed(schema, extension, at);
    material.factor("sheenColor", fabric.sheenColorFactor, fabric.sheenColorTexture, {
      channels: "rgb",
      colorSpace: "sRGB",
      at: pointer(at, "sheenColorTexture"),
    });
    material.factor("sheenRoughness", [fabric.sheenRoughnessFactor], fabric.sheenRoughnessTexture, {
      channels: "a",
      at: pointer(at, "sheenRoughnessTexture"),
    });
  },
};
