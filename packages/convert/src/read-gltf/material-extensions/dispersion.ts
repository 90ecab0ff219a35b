import * as z from "zod";
import { parsed } from "../pointer.ts";
import type { MaterialExtension } from "./material-extension.ts";

const schema = z.object({ dispersion: z.number().min(0).default(0) });

/** How much refraction depends on the color of light: 20 divided by the Abbe number. */
export const dispersion: MaterialExtension = {
  name: "KHR_materials_dispersion",
  read(material, extension, at) {
    material.constant("dispersion", [parsed(schema, extension, at).dispersion], at);
  },
};
