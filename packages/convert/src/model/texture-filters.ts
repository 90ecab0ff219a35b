/** Filters of textures of glTF that USD has no input for. */
import type { PlainEntry } from "@usdkit/layer";
import type { InputName, MaterialModel, TextureUse } from "./material.ts";

/** Key of the hint in the custom data of materials. */
export const FILTERS = "filters";
export const NEAREST = 9728;
/** Filters of minified textures that renderers do not use by themselves. */
export const minifications: Readonly<Record<number, string>> = {
  9728: "NEAREST",
  9729: "LINEAR",
  9984: "NEAREST_MIPMAP_NEAREST",
  9985: "LINEAR_MIPMAP_NEAREST",
  9986: "NEAREST_MIPMAP_LINEAR",
};

type MinificationCode = 9728 | 9729 | 9984 | 9985 | 9986;
const codes: readonly MinificationCode[] = [9728, 9729, 9984, 9985, 9986];

/** Returns the number of a filter of minified textures; undefined if glTF has none of the name. */
export function minificationCode(name: string | null): MinificationCode | undefined {
  return codes.find((code) => minifications[code] === name);
}

/** Returns the filters of a material by input, as texts: `nearest` of magnified textures, then that of minified ones. */
export function filterHints({ inputs }: MaterialModel): ReadonlyMap<string, PlainEntry> {
  const hints = new Map<string, PlainEntry>();
  for (const [name, { texture }] of Object.entries(inputs)) {
    if (texture === null || (!texture.isNearest && texture.minification === null)) continue;
    hints.set(name, ["string", `${texture.isNearest ? "nearest" : "linear"} ${texture.minification ?? ""}`.trimEnd()]);
  }
  return hints;
}

/** Returns a material with filters by the name of inputs. */
export function withFilters(model: MaterialModel, filters: ReadonlyMap<string, string>): MaterialModel {
  if (filters.size === 0) return model;
  const inputs = Object.entries(model.inputs).map(([name, input]) => {
    const [magnified, minified = ""] = filters.get(name)?.split(" ") ?? [];
    if (magnified === undefined || input.texture === null) return [name, input] as const;
    const minification = minificationCode(minified) === undefined ? null : minified;
    const texture: TextureUse = { ...input.texture, isNearest: magnified === "nearest", minification };
    return [name, { ...input, texture }] as const;
  });
  return { ...model, inputs: Object.fromEntries(inputs) as Partial<Record<InputName, (typeof inputs)[number][1]>> };
}
