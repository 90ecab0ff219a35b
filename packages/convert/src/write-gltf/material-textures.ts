/** Textures of materials. */
import type { Material, Texture, TextureInfo } from "@gltf-transform/core";
import { KHRTextureTransform } from "@gltf-transform/extensions";
import { inputOf, type InputName, type MaterialModel, type TextureUse } from "../model/material.ts";
import { minificationCode, NEAREST } from "../model/texture-filters.ts";
import type { GltfWriter } from "./gltf-writer.ts";
import type { FilledSlot, SlotImage, SlotInput, TextureSlots } from "./texture-slots.ts";

/** A material of the scene that is written. */
export interface MaterialPart {
  readonly writer: GltfWriter;
  readonly textures: MaterialTextures;
  readonly model: MaterialModel;
  readonly material: Material;
  readonly isDoubleSided: boolean;
}

/** Sets the textures of materials: one texture for each image. */
export class MaterialTextures {
  readonly #writer: GltfWriter;
  readonly #slots: TextureSlots;
  readonly #textures: Map<SlotImage, Texture> = new Map();

  constructor(writer: GltfWriter, slots: TextureSlots) {
    this.#writer = writer;
    this.#slots = slots;
  }

  /** Returns the slot of some inputs; null without a texture. */
  async slot(inputs: readonly SlotInput[], colorSpace: TextureUse["colorSpace"]): Promise<FilledSlot | null> {
    return await this.#slots.slot(inputs, colorSpace);
  }

  /** Returns the texture of a slot. */
  texture({ image }: FilledSlot): Texture {
    const known = this.#textures.get(image);
    if (known !== undefined) return known;
    const { document } = this.#writer;
    const made = document.createTexture(image.name).setImage(image.bytes).setMimeType(image.mimeType);
    this.#textures.set(image, made);
    return made;
  }

  /** Sets how a texture is placed. */
  place(info: TextureInfo | null, { use }: FilledSlot, texCoords: ReadonlyMap<string, number>): void {
    if (info === null) return;
    const { document } = this.#writer;
    const wraps = { repeat: 10497, clamp: 33071, mirror: 33648 } as const;
    info
      .setTexCoord(texCoords.get(use.texCoords) ?? 0)
      .setWrapS(wraps[use.wrapS])
      .setWrapT(wraps[use.wrapT]);
    if (use.isNearest) info.setMagFilter(NEAREST);
    const minFilter = minificationCode(use.minification);
    if (minFilter !== undefined) info.setMinFilter(minFilter);
    if (use.transform === null) return;
    const { scale, rotation, translation } = use.transform;
    const angle = (rotation * Math.PI) / 180;
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    const transform = document
      .createExtension(KHRTextureTransform)
      .createTransform()
      .setScale([scale[0], scale[1]])
      .setRotation(angle)
      .setOffset([translation[0] - scale[1] * sine, 1 - translation[1] - scale[1] * cosine]);
    info.setExtension("KHR_texture_transform", transform);
  }
}

/** Returns a slot of an input. */
export function slotOf(model: MaterialModel, name: InputName, channels: TextureUse["channels"]): SlotInput {
  return { channels, input: inputOf(model, name) };
}

/** Returns a slot of normals, with the scale that glTF has a factor for. */
export function normalSlot(
  model: MaterialModel,
  name: InputName,
): { readonly slot: SlotInput; readonly scale: number } {
  const input = inputOf(model, name);
  const { texture } = input;
  const encode = (value: number): number => (value + 1) / 2;
  // Vectors that were not scaled to −1 to 1 are those of images that readers are expected to scale.
  const isUnscaled = texture?.scale.every((each) => each === 1) === true && texture.bias.every((each) => each === 0);
  const scale = texture === null || isUnscaled ? 1 : texture.scale[0] / 2;
  const stored = isUnscaled
    ? { scale: [1, 1, 1], bias: [0, 0, 0] }
    : { scale: [2 * scale, 2 * scale, 2], bias: [-scale, -scale, -1] };
  const isDirect = isUnscaled || (texture !== null && scale > 0 && isStored(texture, stored));
  return { slot: { channels: "rgb", input, encode, stored }, scale: isDirect ? scale : 1 };
}

function isStored({ scale, bias }: TextureUse, stored: { scale: readonly number[]; bias: readonly number[] }): boolean {
  return (
    scale.every((each, i) => Math.abs(each - stored.scale[i]) < 1e-6) &&
    bias.every((each, i) => Math.abs(each - stored.bias[i]) < 1e-6)
  );
}

/** Factors of glTF are 0 to 1. */
export function unit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
