import * as z from "zod";
import { parsed, pointer } from "../pointer.ts";
import { textureInfo } from "../textures.ts";
import type { MaterialExtension } from "./material-extension.ts";

const schema = z.object({
  diffuseTransmissionFactor: z.number().default(0),
  diffuseTransmissionTexture: textureInfo.optional(),
  diffuseTransmissionColorFactor: z.tuple([z.number(), z.number(), z.number()]).default([1, 1, 1]),
  diffuseTransmissionColorTexture: textureInfo.optional(),
});

/** Light that passes through a thin surface and is scattered. */
export const diffuseTransmission: MaterialExtension = {
  name: "KHR_materials_diffuse_transmission",
  read(material, extension, at) {
    const thin = parsed(schema, extension, at);
    material.factor("diffuseTransmission", [thin.diffuseTransmissionFactor], thin.diffuseTransmissionTexture, {
      channels: "a",
      at: pointer(at, "diffuseTransmissionTexture"),
    });
    material.factor(
      "diffuseTransmissionColor",
      thin.diffuseTransmissionColorFactor,
      thin.diffuseTransmissionColorTexture,
      { channels: "rgb", colorSpace: "sRGB", at: pointer(at, "diffuseTransmissionColorTexture") },
    );
  },
};
