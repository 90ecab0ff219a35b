/** Prim types and properties of material networks, which the service does not support (spec 2.8 rule 7). */
import type { PropertySpec } from "@usdkit/layer";

export function isMaterialType(typeName: string): boolean {
  return typeName === "Material" || typeName === "Shader" || typeName === "NodeGraph";
}

/** `material:binding`, `material:binding:preview`, `material:binding:collection:…`. */
export function isBinding({ name }: PropertySpec): boolean {
  return name === "material:binding" || (name.charCodeAt(0) === 109 && name.startsWith("material:binding:"));
}
