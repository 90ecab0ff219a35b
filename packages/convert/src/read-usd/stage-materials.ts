/** Materials of stages. */
import { isUnlitSurface, neutralInputs, type SurfaceMaterial } from "@usdkit/geometry";
import { textOf, type Stage, type StageReader } from "@usdkit/usd";
import type { Losses } from "../errors/losses.ts";
import type { MaterialModel } from "../model/material.ts";
import { FILTERS, withFilters } from "../model/texture-filters.ts";
import { hasHint, hintTexts } from "./extras.ts";
import { isVertexColor, materialInputs } from "./material-inputs.ts";
import { StageImages } from "./stage-images.ts";
import { dataOf } from "./usd-data.ts";

/** A surface of prims without a material: their display color. */
export interface PlainSurface {
  /** Linear RGB; null: colors of vertices. */
  readonly color: readonly number[] | null;
  readonly opacity: number;
}

/** Makes each material once; those with the same content are one. */
export class StageMaterials {
  readonly list: MaterialModel[] = [];
  readonly images: StageImages;
  readonly #reader: StageReader;
  readonly #losses: Losses;
  readonly #places: Map<string, Promise<number>> = new Map();

  constructor(stage: Stage, reader: StageReader, losses: Losses) {
    this.images = new StageImages(stage, losses);
    this.#reader = reader;
    this.#losses = losses;
  }

  /**
   * Returns the index of a material.
   *
   * @param reader of the stage that has it, if that is another one
   */
  async place(surface: SurfaceMaterial, reader: StageReader = this.#reader): Promise<number> {
    const key = keyOf(surface);
    const known = this.#places.get(key) ?? this.#make(surface, reader);
    this.#places.set(key, known);
    return await known;
  }

  /** Returns the index of the material of a display color. */
  async plain({ color, opacity }: PlainSurface): Promise<number> {
    const value = color ?? [1, 1, 1];
    const key = JSON.stringify([color, opacity]);
    const known =
      this.#places.get(key) ??
      Promise.resolve(
        this.list.push({
          name: "displayColor",
          source: "",
          inputs: {
            baseColor: { source: "", value, texture: null },
            opacity: { source: "", value: [opacity], texture: null },
            metallic: { source: "", value: [0], texture: null },
            roughness: { source: "", value: neutralInputs.roughness.value, texture: null },
          },
          workflow: "metallic",
          alphaMode: opacity < 1 ? "blend" : "opaque",
          alphaCutoff: 0.5,
          isUnlit: false,
          usesVertexColors: color === null,
          extras: undefined,
        }) - 1,
      );
    this.#places.set(key, known);
    return await known;
  }

  async #make(surface: SurfaceMaterial, reader: StageReader): Promise<number> {
    const { path, usesSpecularWorkflow, opacityThreshold } = surface;
    const prim = reader.prim(path);
    const inputs = await materialInputs({ surface, images: this.images, losses: this.#losses });
    const { opacity } = surface.inputs;
    const isTranslucent = opacity.source !== null || opacity.value[0] < 1;
    const data = prim && reader.metadata(prim, "customData");
    const name = prim && textOf(reader.metadata(prim, "displayName"));
    const model: MaterialModel = {
      name: name ?? path.slice(path.lastIndexOf("/") + 1),
      source: path,
      inputs,
      workflow: usesSpecularWorkflow ? "specular" : "metallic",
      alphaMode: opacityThreshold > 0 ? "mask" : isTranslucent ? "blend" : "opaque",
      alphaCutoff: opacityThreshold > 0 ? opacityThreshold : 0.5,
      isUnlit: false,
      usesVertexColors: usesVertexColors(surface),
      extras: prim && dataOf({ reader, time: null }, prim, this.#losses),
    };
    const isClear = isGlass(surface) || hasHint(data, "clear");
    const made = isUnlitSurface(surface) ? unlit(model) : isClear ? glass(model) : model;
    return this.list.push(withFilters(made, hintTexts(data, FILTERS))) - 1;
  }
}

/** Whether a surface reads the colors of vertices. */
export function usesVertexColors({ inputs }: SurfaceMaterial): boolean {
  return (
    isVertexColor("diffuseColor", inputs.diffuseColor.source) ||
    isVertexColor("opacity", inputs.opacity.source) ||
    // Of surfaces without reflections.
    isVertexColor("diffuseColor", inputs.emissiveColor.source)
  );
}

/** Opacities below it are those of glass: what is blended with them would have no reflections. */
const GLASS_OPACITY = 0.1;

/** Whether a surface lets nearly all light pass, and still has reflections. */
function isGlass({ inputs, opacityMode, opacityThreshold }: SurfaceMaterial): boolean {
  const { source, value } = inputs.opacity;
  return opacityMode === "transparent" && opacityThreshold === 0 && source === null && value[0] < GLASS_OPACITY;
}

/** What is not opaque is transmission. */
function glass(model: MaterialModel): MaterialModel {
  const { opacity, ...inputs } = model.inputs;
  if (opacity === undefined || inputs.transmission !== undefined) return model;
  const transmission = { source: opacity.source, value: [1 - opacity.value[0]], texture: null };
  return { ...model, alphaMode: "opaque", inputs: { ...inputs, transmission } };
}

/** Its color is the light that it emits. */
function unlit(model: MaterialModel): MaterialModel {
  const { emissive, opacity } = model.inputs;
  return {
    ...model,
    workflow: "metallic",
    isUnlit: true,
    inputs: { ...(emissive && { baseColor: emissive }), ...(opacity && { opacity }) },
  };
}

function keyOf(surface: SurfaceMaterial): string {
  return JSON.stringify(surface, (name, value: unknown) =>
    name === "layer" ? (value as { identifier: string }).identifier : value,
  );
}
