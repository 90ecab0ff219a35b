import type { IconName } from "../dom.ts";

const ICONS: ReadonlyMap<string, IconName> = new Map([
  ["Mesh", "mesh"],
  ["ParticleField3DGaussianSplat", "splats"],
  ["Camera", "camera"],
  ["Xform", "group"],
  ["Scope", "group"],
  ["RenderSettings", "settings"],
]);

/** Returns the icon of prims of a type. */
export function primIcon(typeName: string): IconName {
  return ICONS.get(typeName) ?? "prim";
}
