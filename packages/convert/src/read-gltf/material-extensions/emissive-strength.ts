import * as z from "zod";
import { parsed } from "../pointer.ts";
import type { MaterialExtension } from "./material-extension.ts";

const schema = z.object({ emissiveStrength: z.number().min(0).default(1) });

/** A factor of the emissive color, which may exceed 1. */
export const emissiveStrength: MaterialExtension = {
  name: "KHR_materials_emissive_strength",
  read(material, extension, at) {
    const strength = parsed(schema, extension, at).emissiveStrength;
    const emissive = material.inputs.get("emissive");
    if (emissive === undefined) return;
    const times = (values: readonly number[]): number[] => values.map((value) => strength * value);
    const { source, value, texture } = emissive;
    material.inputs.set("emissive", {
      source,
      value: times(value),
      texture: texture && { ...texture, scale: times(texture.scale) },
    });
  },
};
