/** Material variants: KHR_materials_variants. */
import * as z from "zod";
import { ConvertError } from "../errors/convert-error.ts";
import { extensionOf, type GltfFile, type JsonObject } from "./gltf-file.ts";
import { parsed, pointer } from "./pointer.ts";

const NAME = "KHR_materials_variants";
const list = z.object({ variants: z.array(z.object({ name: z.string().default("") })) });
const mappings = z.object({
  mappings: z.array(z.object({ variants: z.array(z.int().min(0)), material: z.int().min(0) })),
});

/** Returns the names of the variants of a file. */
export function readVariants({ json }: GltfFile): readonly string[] {
  const extension = extensionOf(json, NAME);
  return extension === undefined ? [] : parsed(list, extension, `/extensions/${NAME}`).variants.map(({ name }) => name);
}

/** Returns the material of a primitive in each variant that sets one. */
export function variantMaterials(
  file: GltfFile,
  primitive: JsonObject | undefined,
  { source, count }: { readonly source: string; /** Of the variants of the file. */ readonly count: number },
): ReadonlyMap<number, number> {
  const extension = extensionOf(primitive, NAME);
  const found = new Map<number, number>();
  if (extension === undefined) return found;
  const at = pointer(source, "extensions", NAME);
  const materials = file.gltf.materials.length;
  for (const [i, { variants, material }] of parsed(mappings, extension, at).mappings.entries()) {
    const where = pointer(at, "mappings", i);
    if (material >= materials) {
      throw new ConvertError(`${where}/material`, `Material ${material} does not exist; the file has ${materials}`);
    }
    for (const variant of variants) {
      if (variant < count) found.set(variant, material);
      else throw new ConvertError(`${where}/variants`, `Variant ${variant} does not exist; the file has ${count}`);
    }
  }
  return found;
}
