/** Reads UsdPreviewSurface. */
import { constantValue } from "../networks/shader-value.ts";
import type { ReadSurface } from "./read-surface.ts";

const INPUTS: ReadonlySet<string> = new Set([
  "diffuseColor",
  "emissiveColor",
  "useSpecularWorkflow",
  "specularColor",
  "metallic",
  "roughness",
  "clearcoat",
  "clearcoatRoughness",
  "opacity",
  "opacityMode",
  "opacityThreshold",
  "ior",
  "normal",
  "displacement",
  "occlusion",
]);

/** Returns the material of a UsdPreviewSurface shader, or of the MaterialX node that is the same. */
export const previewSurface: ReadSurface = (reader) => {
  reader.reportUnknown(INPUTS);
  const usesSpecularWorkflow = reader.number("useSpecularWorkflow", 0) === 1;
  const displacement = reader.value("displacement", 0);
  if (displacement.kind !== "constant" || displacement.value[0] !== 0) {
    reader.problem("displacement", "Displacement is not drawn");
  }
  const occlusion = reader.value("occlusion", 1);
  if (occlusion.kind === "constant" && occlusion.value[0] !== 1) {
    reader.problem("occlusion", "Expected a texture: a constant is not drawn");
  }
  const normal = reader.value("normal", 0, 0, 1);
  if (normal.kind === "constant" && normal.value.some((value, i) => value !== (i === 2 ? 1 : 0))) {
    reader.problem("normal", "Expected a texture: a constant is not drawn");
  }
  return {
    inputs: reader.inputs({
      diffuseColor: reader.value("diffuseColor", 0.18, 0.18, 0.18),
      emissiveColor: reader.value("emissiveColor", 0, 0, 0),
      ...(usesSpecularWorkflow
        ? { specularColor: reader.value("specularColor", 0, 0, 0) }
        : { metallic: reader.value("metallic", 0) }),
      roughness: reader.value("roughness", 0.5),
      clearcoat: reader.value("clearcoat", 0),
      clearcoatRoughness: reader.value("clearcoatRoughness", 0.01),
      clearcoatColor: constantValue(1, 1, 1),
      opacity: reader.value("opacity", 1),
      ior: reader.value("ior", 1.5),
      normal: reader.normal("normal"),
      occlusion,
    }),
    usesSpecularWorkflow,
    opacityMode: reader.text("opacityMode") === "presence" ? "presence" : "transparent",
    opacityThreshold: reader.number("opacityThreshold", 0),
    isThinWalled: false,
    thickness: null,
    transmissionTint: "transmissionColor",
  };
};
