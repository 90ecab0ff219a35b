/** Names of the material variants of a scene. */
import type { SceneModel } from "../model/scene.ts";
import { UniqueNames } from "../model/unique-names.ts";

/** The variants of the materials. */
export interface VariantNames {
  /** By variant of the scene. */
  readonly variantNames: readonly string[];
  /** A further variant that shows the materials of no variant; undefined if one of the others does. */
  readonly defaultVariant: string | undefined;
  /** The variant that is selected; undefined without variants. */
  readonly selectedVariant: string | undefined;
}

/**
 * Returns the names of the variants. glTF shows the materials of the primitives until a variant is chosen; a stage has a selection, so
 * a variant that has just these materials is selected, and if there is none, one is added.
 */
export function variantNames(scene: SceneModel, asciiOnly: boolean): VariantNames {
  const names = new UniqueNames(asciiOnly);
  const list = scene.variants.map((name) => names.take(name, "variant"));
  const parts = scene.meshes.flatMap((mesh) => mesh.parts.filter(({ variantMaterials }) => variantMaterials.size > 0));
  if (parts.length === 0) return { variantNames: list, defaultVariant: undefined, selectedVariant: list.at(0) };
  const same = list.findIndex((_, variant) =>
    parts.every(({ material, variantMaterials }) => (variantMaterials.get(variant) ?? material) === material),
  );
  if (same >= 0) return { variantNames: list, defaultVariant: undefined, selectedVariant: list[same] };
  const added = names.take("Default", "Default");
  return { variantNames: list, defaultVariant: added, selectedVariant: added };
}
