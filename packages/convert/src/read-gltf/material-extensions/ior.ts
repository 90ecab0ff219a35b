import * as z from "zod";
import { parsed } from "../pointer.ts";
import type { MaterialExtension } from "./material-extension.ts";

const schema = z.object({ ior: z.number().default(1.5) });

/** The index of refraction. */
export const ior: MaterialExtension = {
  name: "KHR_materials_ior",
  read(material, extension, at) {
    material.constant("ior", [parsed(schema, extension, at).ior], at);
  },
};
