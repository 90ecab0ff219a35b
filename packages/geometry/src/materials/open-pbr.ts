/** Reads OpenPBR. */
import { constantValue } from "../networks/shader-value.ts";
import { product } from "./surface-reader.ts";
import type { ReadSurface } from "./read-surface.ts";

/** Nanometres of a micrometre. */
const NANOMETRES = 1000;

/** Returns the material of an OpenPBR surface. */
export const openPbr: ReadSurface = (reader) => {
  const dispersion = reader.number("transmission_dispersion_scale", 0);
  const abbe = reader.number("transmission_dispersion_abbe_number", 20);
  return {
    inputs: reader.inputs({
      diffuseColor: product(reader.value("base_weight", 1), reader.value("base_color", 0.8, 0.8, 0.8), 3),
      diffuseRoughness: reader.value("base_diffuse_roughness", 0),
      metallic: reader.value("base_metalness", 0),
      specular: reader.value("specular_weight", 1),
      specularColor: reader.value("specular_color", 1, 1, 1),
      roughness: reader.value("specular_roughness", 0.3),
      ior: reader.value("specular_ior", 1.5),
      anisotropy: reader.value("specular_roughness_anisotropy", 0),
      transmission: reader.value("transmission_weight", 0),
      transmissionColor: reader.value("transmission_color", 1, 1, 1),
      transmissionDepth: reader.value("transmission_depth", 0),
      dispersion: constantValue(abbe > 0 ? (20 * dispersion) / abbe : 0),
      subsurface: reader.value("subsurface_weight", 0),
      subsurfaceColor: reader.value("subsurface_color", 0.8, 0.8, 0.8),
      sheenColor: product(reader.value("fuzz_weight", 0), reader.value("fuzz_color", 1, 1, 1), 3),
      sheenRoughness: reader.value("fuzz_roughness", 0.5),
      clearcoat: reader.value("coat_weight", 0),
      clearcoatColor: reader.value("coat_color", 1, 1, 1),
      clearcoatRoughness: reader.value("coat_roughness", 0),
      clearcoatIor: reader.value("coat_ior", 1.6),
      clearcoatNormal: reader.normal("geometry_coat_normal"),
      iridescence: reader.value("thin_film_weight", 0),
      iridescenceThickness: product(reader.value("thin_film_thickness", 0.5), constantValue(NANOMETRES), 1),
      iridescenceIor: reader.value("thin_film_ior", 1.4),
      emissiveColor: product(reader.value("emission_luminance", 0), reader.value("emission_color", 1, 1, 1), 3),
      opacity: reader.value("geometry_opacity", 1),
      normal: reader.normal("geometry_normal"),
    }),
    usesSpecularWorkflow: false,
    opacityMode: "presence",
    opacityThreshold: 0,
    isThinWalled: reader.number("geometry_thin_walled", 0) !== 0,
    thickness: null,
    transmissionTint: "transmissionColor",
  };
};
