import * as z from "zod";
import { parsed, pointer } from "../pointer.ts";
import { textureInfo } from "../textures.ts";
import type { MaterialExtension } from "./material-extension.ts";

const schema = z.object({
  transmissionFactor: z.number().default(0),
  transmissionTexture: textureInfo.optional(),
});

/** Light that passes through a surface. */
export const transmission: MaterialExtension = {
  name: "KHR_materials_transmission",
  read(material, extension, at) {
    const { transmissionFactor, transmissionTexture } = parsed(schema, extension, at);
    material.factor("transmission", [transmissionFactor], transmissionTexture, {
      channels: "r",
      at: pointer(at, "transmissionTexture"),
    });
  },
};
