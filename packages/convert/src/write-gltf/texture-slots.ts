/** Textures of glTF, whose channels belong to certain inputs. */
import { encodePng, type DecodedImage, type ImageReader } from "@usdkit/assets";
import type { Losses } from "../errors/losses.ts";
import type { ImageModel } from "../model/image.ts";
import type { MaterialInput, TextureUse } from "../model/material.ts";

type Channel = "r" | "g" | "b" | "a";

/** An input and the channels that glTF reads it from. */
export interface SlotInput {
  readonly channels: TextureUse["channels"];
  readonly input: MaterialInput;
  /** How the value is stored; default: as it is. */
  readonly encode?: (value: number) => number;
  /** Values that are stored with this scale and bias need no other image. */
  readonly stored?: { readonly scale: readonly number[]; readonly bias: readonly number[] } | undefined;
  /** Whether glTF ignores the channel if the input has no texture. */
  readonly isIgnored?: boolean;
}

/** The image of a slot. */
export interface SlotImage {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** A texture of a material. */
export interface FilledSlot {
  readonly image: SlotImage;
  /** How the image is placed. */
  readonly use: TextureUse;
  /** Of each input: whether its channels have the stored values, and what the texels are multiplied with. */
  readonly factors: readonly (readonly number[])[];
}

/** Sides of images that are put together. */
const MAX_SIDE = 16_384;
const channelsOf: Readonly<Record<TextureUse["channels"], readonly Channel[]>> = {
  rgb: ["r", "g", "b"],
  r: ["r"],
  g: ["g"],
  b: ["b"],
  a: ["a"],
};
const PLACES: Readonly<Record<Channel, number>> = { r: 0, g: 1, b: 2, a: 3 };

/** Fills slots: with the images of the scene where their channels fit, otherwise with images that are put together. */
export class TextureSlots {
  readonly #images: readonly ImageModel[];
  readonly #losses: Losses;
  readonly #decode: ImageReader;
  readonly #decoded: Map<number, Promise<DecodedImage | undefined>> = new Map();
  readonly #made: Map<string, Promise<SlotImage | undefined>> = new Map();
  readonly #plain: Map<number, Promise<SlotImage | undefined>> = new Map();

  constructor(images: readonly ImageModel[], losses: Losses, decode: ImageReader) {
    this.#images = images;
    this.#losses = losses;
    this.#decode = decode;
  }

  /**
   * Returns the texture of some inputs; null if none of them has one, or it cannot be read.
   *
   * @param colorSpace how glTF decodes red, green and blue
   */
  async slot(inputs: readonly SlotInput[], colorSpace: TextureUse["colorSpace"]): Promise<FilledSlot | null> {
    const base = inputs.find(({ input }) => input.texture !== null)?.input.texture;
    if (base === undefined || base === null) return null;
    const placed = inputs.map((each) => this.#placedLike(each, base));
    const fits = await Promise.all(placed.map((each) => this.#fits(each, base, colorSpace)));
    if (fits.every(Boolean)) {
      const image = await this.#whole(base.image);
      if (image === undefined) return null;
      return { image, use: base, factors: placed.map(({ input, stored }) => factorOf(input, stored)) };
    }
    const key = JSON.stringify([
      placed.map(({ channels, input, encode }) => [
        channels,
        input.texture,
        input.texture === null ? input.value : [],
        String(encode),
      ]),
      colorSpace,
    ]);
    const made = this.#made.get(key) ?? this.#combine(placed, colorSpace);
    this.#made.set(key, made);
    const image = await made;
    if (image === undefined) return null;
    return { image, use: base, factors: placed.map(({ input }) => input.value.map(() => 1)) };
  }

  /** An input whose texture is placed in another way than the others cannot be in the same image. */
  #placedLike(slot: SlotInput, base: TextureUse): SlotInput {
    const { texture, source, value } = slot.input;
    if (texture === null || placeKey(texture) === placeKey(base)) return slot;
    this.#losses.add(source, "Two textures that are placed in different ways cannot be one in glTF: one is left out");
    return { ...slot, input: { source, value, texture: null } };
  }

  async #fits(
    { channels, input, stored, isIgnored = false }: SlotInput,
    base: TextureUse,
    space: TextureUse["colorSpace"],
  ): Promise<boolean> {
    const { texture, value } = input;
    if (texture === null) {
      // A channel of the image would be multiplied with the constant.
      if (isIgnored || value.every((each) => each === 0)) return true;
      return channels === "a" && !(await this.#hasAlpha(base.image));
    }
    const isPlain = texture.bias.every((each) => each === 0);
    const isStored = stored !== undefined && isNear(texture.scale, stored.scale) && isNear(texture.bias, stored.bias);
    const isSameSpace = channels === "a" || texture.colorSpace === space;
    return (
      texture.image === base.image &&
      texture.channels === channels &&
      isSameSpace &&
      (stored === undefined ? isPlain : isStored)
    );
  }

  async #hasAlpha(image: number): Promise<boolean> {
    if (this.#images[image].format === "image/jpeg") return false;
    const decoded = await this.#pixels(image);
    if (decoded === undefined) return false;
    for (let i = 3; i < decoded.data.length; i += 4) if (decoded.data[i] < 255) return true;
    return false;
  }

  /** The image as it is, if glTF takes its format. */
  async #whole(index: number): Promise<SlotImage | undefined> {
    const known = this.#plain.get(index) ?? this.#readable(index);
    this.#plain.set(index, known);
    return await known;
  }

  async #readable(index: number): Promise<SlotImage | undefined> {
    const { bytes, format, name } = this.#images[index];
    if (format === "image/png" || format === "image/jpeg") return { name, bytes, mimeType: format };
    const decoded = await this.#pixels(index);
    return decoded && { name, bytes: await encodePng(decoded), mimeType: "image/png" };
  }

  #pixels(index: number): Promise<DecodedImage | undefined> {
    const known = this.#decoded.get(index) ?? this.#read(index);
    this.#decoded.set(index, known);
    return known;
  }

  async #read(index: number): Promise<DecodedImage | undefined> {
    const { bytes, source } = this.#images[index];
    try {
      return await this.#decode(bytes, source);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#losses.add(source, `The image cannot be decoded, and its texture is left out: ${reason}`);
      return undefined;
    }
  }

  /** Returns an image with the channels of all inputs. */
  async #combine(slots: readonly SlotInput[], space: TextureUse["colorSpace"]): Promise<SlotImage | undefined> {
    const sources = await Promise.all(
      slots.map(async ({ input }) => (input.texture === null ? undefined : await this.#pixels(input.texture.image))),
    );
    const found = sources.filter((each) => each !== undefined);
    if (found.length === 0) return undefined;
    const width = Math.min(MAX_SIDE, Math.max(...found.map((each) => each.width)));
    const height = Math.min(MAX_SIDE, Math.max(...found.map((each) => each.height)));
    const data = new Uint8Array(4 * width * height).fill(255);
    for (const [i, slot] of slots.entries()) {
      const { texture, value } = slot.input;
      const image = sources[i];
      for (const [k, channel] of channelsOf[slot.channels].entries()) {
        const place = PLACES[channel];
        const isColor = space === "sRGB" && channel !== "a";
        if (image === undefined || texture === null) fillChannel(data, place, byteOf(slot, value[k] ?? 1, isColor));
        else {
          const bytes = channelBytes(slot, texture, { k, isColor });
          copyChannel({ data, width, height, place }, image, {
            bytes,
            from: PLACES[channelsOf[texture.channels][k] ?? "r"],
          });
        }
      }
    }
    const names = new Set(
      slots.flatMap(({ input }) => (input.texture === null ? [] : this.#images[input.texture.image].name)),
    );
    return {
      name: [...names].join("_").slice(0, 100),
      bytes: await encodePng({ width, height, data }),
      mimeType: "image/png",
    };
  }
}

/** Scale, or with values that are stored in another way the scale of these. */
function factorOf({ texture, value }: MaterialInput, stored: SlotInput["stored"]): readonly number[] {
  if (texture === null || stored !== undefined) return value;
  return texture.scale;
}

function isNear(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, i) => Math.abs(value - b[i]) < 1e-6);
}

function placeKey({ texCoords, transform, wrapS, wrapT, isNearest }: TextureUse): string {
  return JSON.stringify([texCoords, transform, wrapS, wrapT, isNearest]);
}

/** By byte of a texel, the byte that is stored. */
function channelBytes(
  slot: SlotInput,
  texture: TextureUse,
  { k, isColor }: { k: number; isColor: boolean },
): Uint8Array {
  const isDecoded = texture.colorSpace === "sRGB" && texture.channels !== "a";
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    const texel = isDecoded ? linear(byte / 255) : byte / 255;
    return byteOf(slot, texture.scale[k] * texel + texture.bias[k], isColor);
  });
}

function byteOf({ encode }: SlotInput, value: number, isColor: boolean): number {
  const stored = encode === undefined ? value : encode(value);
  const clamped = Math.min(1, Math.max(0, stored));
  return Math.round(255 * (isColor ? encoded(clamped) : clamped));
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function encoded(value: number): number {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
}

function fillChannel(data: Uint8Array, place: number, byte: number): void {
  for (let i = place; i < data.length; i += 4) data[i] = byte;
}

/** Smaller images are repeated texel by texel. */
function copyChannel(
  { data, width, height, place }: { data: Uint8Array; width: number; height: number; place: number },
  image: DecodedImage,
  { bytes, from }: { bytes: Uint8Array; from: number },
): void {
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * image.height) / height) * image.width;
    for (let x = 0; x < width; x++) {
      const texel = row + Math.floor((x * image.width) / width);
      data[4 * (y * width + x) + place] = bytes[image.data[4 * texel + from]];
    }
  }
}
