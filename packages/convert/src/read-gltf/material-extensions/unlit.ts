import type { MaterialExtension } from "./material-extension.ts";

/** A surface that shows its base color, whatever the light is. */
export const unlit: MaterialExtension = {
  name: "KHR_materials_unlit",
  read(material) {
    material.isUnlit = true;
  },
};
