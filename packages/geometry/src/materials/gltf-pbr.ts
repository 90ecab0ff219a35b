/** Reads the surface of glTF as a MaterialX node. */
import { constantValue } from "../networks/shader-value.ts";
import { product } from "./surface-reader.ts";
import type { ReadSurface } from "./read-surface.ts";

const OPAQUE = 0;
const MASK = 1;

/** Returns the material of a glTF surface. */
export const gltfPbr: ReadSurface = (reader) => {
  const mode = reader.number("alpha_mode", OPAQUE);
  return {
    inputs: reader.inputs({
      diffuseColor: reader.value("base_color", 1, 1, 1),
      metallic: reader.value("metallic", 1),
      roughness: reader.value("roughness", 1),
      normal: reader.normal("normal"),
      occlusion: reader.value("occlusion", 1),
      transmission: reader.value("transmission", 0),
      transmissionColor: reader.value("attenuation_color", 1, 1, 1),
      transmissionDepth: reader.value("attenuation_distance", 0),
      specular: reader.value("specular", 1),
      specularColor: reader.value("specular_color", 1, 1, 1),
      ior: reader.value("ior", 1.5),
      opacity: mode === OPAQUE ? constantValue(1) : reader.value("alpha", 1),
      iridescence: reader.value("iridescence", 0),
      iridescenceIor: reader.value("iridescence_ior", 1.3),
      iridescenceThickness: reader.value("iridescence_thickness", 100),
      sheenColor: reader.value("sheen_color", 0, 0, 0),
      sheenRoughness: reader.value("sheen_roughness", 0),
      clearcoat: reader.value("clearcoat", 0),
      clearcoatRoughness: reader.value("clearcoat_roughness", 0),
      clearcoatNormal: reader.normal("clearcoat_normal"),
      emissiveColor: product(reader.value("emissive_strength", 1), reader.value("emissive", 0, 0, 0), 3),
      anisotropy: reader.value("anisotropy_strength", 0),
      dispersion: reader.value("dispersion", 0),
    }),
    usesSpecularWorkflow: false,
    opacityMode: "presence",
    opacityThreshold: mode === MASK ? reader.number("alpha_cutoff", 0.5) : 0,
    isThinWalled: reader.number("thickness", 0) === 0,
    thickness: reader.number("thickness", 0),
    transmissionTint: "diffuseColor",
  };
};
