/** Materials. */
import type { PlainPrim, PlainProperty } from "@usdkit/layer";
import { inputOf } from "../model/material.ts";
import { FILTERS, filterHints } from "../model/texture-filters.ts";
import { UniqueNames } from "../model/unique-names.ts";
import { materialX } from "./material-x.ts";
import { defined, named } from "./named.ts";
import { previewSurface } from "./preview-surface.ts";
import { withProgramData, type WrittenPrim } from "./program-data.ts";
import type { MaterialPlace, ShaderNetwork } from "./shader-network.ts";
import type { UsdWriter } from "./usd-writer.ts";

/** The kinds of shaders that materials are written with. */
type Shading = (writer: UsdWriter, material: number, place: MaterialPlace) => ShaderNetwork;

/** Returns the scope of the materials; none without any. */
export function materialPrims(writer: UsdWriter): readonly PlainPrim[] {
  const { scene, layout, options } = writer;
  if (scene.materials.length === 0) return [];
  const shadings: Shading[] = options.materialX === true ? [previewSurface, materialX] : [previewSurface];
  const children = scene.materials.map((material, i): PlainPrim => {
    const path = layout.materialPaths[i];
    const name = path.slice(path.lastIndexOf("/") + 1);
    const place = { path, names: new UniqueNames() };
    const networks = shadings.map((shading) => shading(writer, i, place));
    const isMaterialX = networks.length > 1 && networks[1].outputs.length > 0;
    const filters = filterHints(material);
    const hints = {
      ...(filters.size > 0 && { [FILTERS]: filters }),
      ...(material.alphaMode === "opaque" &&
        inputOf(material, "transmission").value[0] > 0 && { clear: ["bool", true] as const }),
    };
    const properties: PlainProperty[] = networks.flatMap(({ outputs }) => outputs);
    const prim: WrittenPrim = {
      name,
      type: "Material",
      metadata: defined({
        ...named(material.name, name),
        apiSchemas: isMaterialX ? { prepended: ["MaterialXConfigAPI"] } : undefined,
      }),
      properties,
      children: networks.flatMap(({ shaders }) => shaders),
    };
    return withProgramData(writer, prim, { extras: material.extras, hints, source: material.source, path });
  });
  const { materials } = layout;
  return [{ name: materials.slice(materials.lastIndexOf("/") + 1), type: "Scope", children }];
}
