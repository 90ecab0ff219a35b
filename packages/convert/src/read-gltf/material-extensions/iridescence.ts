import * as z from "zod";
import { parsed, pointer } from "../pointer.ts";
import { textureInfo } from "../textures.ts";
import type { MaterialExtension } from "./material-extension.ts";

const schema = z.object({
  iridescenceFactor: z.number().default(0),
  iridescenceTexture: textureInfo.optional(),
  iridescenceIor: z.number().default(1.3),
  iridescenceThicknessMinimum: z.number().default(100),
  iridescenceThicknessMaximum: z.number().default(400),
  iridescenceThicknessTexture: textureInfo.optional(),
});

/** A thin film, whose thickness is in nanometres. */
export const iridescence: MaterialExtension = {
  name: "KHR_materials_iridescence",
  read(material, extension, at) {
    const film = parsed(schema, extension, at);
    const { iridescenceThicknessMinimum: least, iridescenceThicknessMaximum: most, iridescenceThicknessTexture } = film;
    material.factor("iridescence", [film.iridescenceFactor], film.iridescenceTexture, {
      channels: "r",
      at: pointer(at, "iridescenceTexture"),
    });
    material.constant("iridescenceIor", [film.iridescenceIor], at);
    material.constant("iridescenceThicknessMinimum", [least], at);
    const place = pointer(at, "iridescenceThicknessTexture");
    const sampling = { channels: "g", colorSpace: "raw", scale: [most - least], bias: [least] } as const;
    const texture =
      iridescenceThicknessTexture === undefined ? null : material.texture(iridescenceThicknessTexture, sampling, place);
    material.inputs.set("iridescenceThickness", { source: place, value: [most], texture });
  },
};
