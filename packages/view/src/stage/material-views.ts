/** The materials of a prim, and their textures. */
import { type PrimNode } from "@usdkit/usd";
import type { MaterialView, TextureView } from "../protocol/stage-messages.ts";
import type { ViewedStage } from "./prim-rows.ts";

/** Maximum number of materials of a prim, of textures of a material, and of prims of a material. */
const MAX_MATERIALS = 50;
const MAX_TEXTURES = 100;
const MAX_SHADERS = 1000;
const PURPOSES = ["", "full", "preview"] as const;

/** Returns the materials that a prim and its subsets are bound to; of a Material prim, and of one in it, the material itself. */
export function materialViews(viewed: ViewedStage, path: string): readonly MaterialView[] {
  const { reader, bindings } = viewed;
  const prim = reader.prim(path);
  if (prim === undefined) return [];
  for (let at: PrimNode | undefined = prim; at !== undefined; at = at.parent) {
    if (at.type === "Material") return [materialView(viewed, at, "")];
  }
  const found = new Map<string, MaterialView>();
  for (const each of [prim, ...bindings.subsets(prim)]) {
    const all = bindings.bound(each, "")?.material;
    for (const purpose of PURPOSES) {
      const material = bindings.bound(each, purpose)?.material;
      // One for all purposes is listed once.
      if (material === undefined || (purpose !== "" && material === all) || found.size >= MAX_MATERIALS) continue;
      const key = `${purpose} ${material.path}`;
      if (!found.has(key)) found.set(key, materialView(viewed, material, purpose));
    }
  }
  return [...found.values()];
}

function materialView(viewed: ViewedStage, material: PrimNode, purpose: string): MaterialView {
  const textures: TextureView[] = [];
  const waiting = [material];
  let prims = 0;
  for (let prim = waiting.shift(); prim !== undefined && prims < MAX_SHADERS; prim = waiting.shift()) {
    prims++;
    textures.push(...texturesOf(viewed, prim));
    waiting.push(...viewed.reader.children(prim));
  }
  return { path: material.path, purpose, textures: textures.slice(0, MAX_TEXTURES) };
}

/** Returns the asset paths of the attributes of a prim, but not those of metadata. */
function texturesOf({ stage, values }: ViewedStage, { path }: PrimNode): readonly TextureView[] {
  return stage.properties(path).flatMap((name): readonly TextureView[] => {
    const attribute = values.attribute(`${path}.${name}`);
    if (attribute?.typeName !== "asset") return [];
    const { value, source } = values.value(attribute, null);
    const assetPath = value?.kind === "typed" && typeof value.data === "string" ? value.data : "";
    const layer = source.opinion?.layer.identifier;
    return assetPath === "" || layer === undefined ? [] : [{ path: `${path}.${name}`, assetPath, layer }];
  });
}
