/** Meshes that several nodes show, once. */
import type { PlainPrim } from "@usdkit/layer";
import { meshPrim } from "./meshes.ts";
import type { UsdWriter } from "./usd-writer.ts";

/** Returns the class with the prototypes; none without shared meshes. */
export function prototypePrims(writer: UsdWriter): readonly PlainPrim[] {
  const { scene, layout } = writer;
  if (layout.prototypes.size === 0) return [];
  const children = Array.from(layout.prototypes, ([index, path]): PlainPrim => {
    const mesh = scene.meshes[index];
    const name = path.slice(path.lastIndexOf("/") + 1);
    // The instances are Xforms; what they share is below.
    const shown = mesh.name === "" ? "Mesh" : name;
    return { name, type: "Xform", children: [meshPrim(writer, mesh, { parent: path, name: shown, node: undefined })] };
  });
  const { meshes } = layout;
  return [{ name: meshes.slice(meshes.lastIndexOf("/") + 1), specifier: "class", type: "Scope", children }];
}
