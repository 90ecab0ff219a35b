/** Reads the standard surface of MaterialX, which is that of Autodesk. */
import { constantValue, resized, type ShaderValue } from "../networks/shader-value.ts";
import { product, type SurfaceReader } from "./surface-reader.ts";
import type { ReadSurface } from "./read-surface.ts";

/** Returns the material of a standard surface. */
export const standardSurface: ReadSurface = (reader) => {
  const dispersion = reader.number("transmission_dispersion", 0);
  const film = reader.value("thin_film_thickness", 0);
  return {
    inputs: reader.inputs({
      diffuseColor: product(reader.value("base", 1), reader.value("base_color", 0.8, 0.8, 0.8), 3),
      diffuseRoughness: reader.value("diffuse_roughness", 0),
      metallic: reader.value("metalness", 0),
      specular: reader.value("specular", 1),
      specularColor: reader.value("specular_color", 1, 1, 1),
      roughness: reader.value("specular_roughness", 0.2),
      ior: reader.value("specular_IOR", 1.5),
      anisotropy: reader.value("specular_anisotropy", 0),
      anisotropyRotation: reader.value("specular_rotation", 0),
      transmission: reader.value("transmission", 0),
      transmissionColor: reader.value("transmission_color", 1, 1, 1),
      transmissionDepth: reader.value("transmission_depth", 0),
      dispersion: constantValue(dispersion > 0 ? 20 / dispersion : 0),
      subsurface: reader.value("subsurface", 0),
      subsurfaceColor: reader.value("subsurface_color", 1, 1, 1),
      sheenColor: product(reader.value("sheen", 0), reader.value("sheen_color", 1, 1, 1), 3),
      sheenRoughness: reader.value("sheen_roughness", 0.3),
      clearcoat: reader.value("coat", 0),
      clearcoatColor: reader.value("coat_color", 1, 1, 1),
      clearcoatRoughness: reader.value("coat_roughness", 0.1),
      clearcoatIor: reader.value("coat_IOR", 1.5),
      clearcoatNormal: reader.normal("coat_normal"),
      iridescence: constantValue(film.kind === "constant" && film.value[0] <= 0 ? 0 : 1),
      iridescenceThickness: film,
      iridescenceIor: reader.value("thin_film_IOR", 1.5),
      emissiveColor: product(reader.value("emission", 0), reader.value("emission_color", 1, 1, 1), 3),
      opacity: presence(reader, "opacity"),
      normal: reader.normal("normal"),
    }),
    usesSpecularWorkflow: false,
    opacityMode: "presence",
    opacityThreshold: 0,
    isThinWalled: reader.number("thin_walled", 0) !== 0,
    thickness: null,
    transmissionTint: "transmissionColor",
  };
};

/** Colors of opacity count by their first component, with a problem if the others differ. */
function presence(reader: SurfaceReader, name: string): ShaderValue {
  const color = reader.value(name, 1, 1, 1);
  if (color.kind === "constant" && color.value.some((value) => value !== color.value[0])) {
    reader.problem(name, "Opacities that differ by color are drawn as that of red");
  }
  return resized(color, 1);
}
