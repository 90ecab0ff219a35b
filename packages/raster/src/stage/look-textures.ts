/** The textures of one material, with the channels that the renderer reads. */
import type { Rgb, TexCoordTransform, Texture, TextureUse } from "@usdkit/assets";
import type { ComputedTexture, SurfaceInput, TextureCoordinates, TextureSource } from "@usdkit/geometry";
import type { TileLayout } from "./stage-image.ts";
import {
  brightestOf,
  channelSource,
  combinedImage,
  type ChannelSource,
  type EmptyChannels,
  type TexelKind,
} from "./texel-maps.ts";
import type { FindImage } from "./texture-images.ts";

const SINGLE: TileLayout = [1, 1];
const ORIGIN = [0, 0] as const;
/** Light of more is drawn with it: textures have bytes, and dark parts beside a sun would have few of them. */
const MOST_BRIGHT = 16;

/** Texture coordinates of a surface. */
export interface TexCoordSet {
  /** Of the primvar. */
  readonly name: string;
  /** Those of surfaces without the primvar; null if no texture is placed by them. */
  readonly fallback: readonly [number, number] | null;
}

/** Makes textures of the images that inputs have. */
export class LookTextures {
  readonly list: Texture[] = [];
  /** Texture coordinates; the renderer reads two. */
  readonly sets: TexCoordSet[] = [];
  readonly #find: FindImage;

  constructor(find: FindImage) {
    this.#find = find;
  }

  /** Whether an input has a texture that can be drawn. */
  has(input: SurfaceInput): boolean {
    return this.#find(textureOf(input)) !== undefined;
  }

  /** Returns the factor of an input's texture, or its constant. */
  factor(input: SurfaceInput): number {
    return this.has(input) ? 1 : input.value[0];
  }

  /** Returns the factors of the texture of a color, or the color. */
  factors(input: SurfaceInput): Rgb {
    return this.has(input) ? [1, 1, 1] : [input.value[0], input.value[1], input.value[2]];
  }

  /** Returns the largest value that the image of an input is drawn with: 1, or more if its texels are halves. */
  brightest(input: SurfaceInput): number {
    const image = this.#find(textureOf(input));
    return image === undefined ? 1 : Math.min(MOST_BRIGHT, brightestOf(image));
  }

  /** Has the renderer read some texture coordinates, if no texture has any. */
  readTexCoords(name: string): void {
    if (this.sets.length === 0) this.sets.push({ name, fallback: null });
  }

  /** Returns where one component of an input is taken from; undefined if it is a constant. */
  channel(input: SurfaceInput, index: number, kind: TexelKind): ChannelSource | undefined {
    const texture = textureOf(input);
    const image = this.#find(texture);
    return texture === null || image === undefined ? undefined : channelSource(texture, image, index, kind);
  }

  /** Returns the texture of a color or a vector; null without one. */
  color(input: SurfaceInput, kind: TexelKind = "color"): TextureUse | null {
    return this.use(
      input,
      [0, 1, 2].map((index) => this.channel(input, index, kind)),
    );
  }

  /** Returns the texture of a number, which one channel has: 0 to 3; null without one. */
  number(input: SurfaceInput, channel: number): TextureUse | null {
    return this.use(input, [...new Array<undefined>(channel).fill(undefined), this.channel(input, 0, "data")]);
  }

  /** Returns a texture of some channels, placed as that of an input; null if that has none. */
  use(
    owner: SurfaceInput,
    channels: readonly (ChannelSource | number | undefined)[],
    empty: EmptyChannels = "unread",
  ): TextureUse | null {
    const image = combinedImage(channels, empty);
    const texture = textureOf(owner);
    if (image === undefined || texture === null) return null;
    const set = this.#setOf(texture);
    const tiles = this.#find(texture)?.tiles ?? SINGLE;
    const isTiled = tiles[0] * tiles[1] > 1;
    this.list.push({
      ...image,
      wrapS: isTiled ? "clamp" : wrapOf(texture.wrapS),
      wrapT: isTiled ? "clamp" : wrapOf(texture.wrapT),
      magFilter: texture.isPixelated ? "nearest" : "linear",
      minFilter: "mipmap",
    });
    return { texture: this.list.length - 1, usesSecondSet: set === 1, transform: transformOf(texture, tiles) };
  }

  /** Returns the index of the texture coordinates of a texture. */
  #setOf({ texCoords: name, texCoordsFallback: fallback = ORIGIN }: TextureCoordinates): number {
    const found = this.sets.findIndex(
      (set) => set.name === name && (set.fallback ?? fallback).join() === fallback.join(),
    );
    if (found < 0) return this.sets.push({ name, fallback }) - 1;
    this.sets[found] = { name, fallback };
    return found;
  }
}

function textureOf({ source }: SurfaceInput): TextureSource | ComputedTexture | null {
  return source === null || source.kind === "primvar" ? null : source;
}

/** What is outside of an image is its edge, also where it should be black. */
function wrapOf(wrap: TextureSource["wrapS"]): Texture["wrapS"] {
  return wrap === "black" ? "clamp" : wrap;
}

/** Texture coordinates of USD begin at the lower left of the image, those of the renderer at the upper left. */
function transformOf({ texCoordTransform }: TextureCoordinates, [columns, rows]: TileLayout): TexCoordTransform {
  const [a, b, c, d, e, f] = texCoordTransform ?? [1, 0, 0, 1, 0, 0];
  return [a / columns, -b / rows, c / columns, -d / rows, e / columns, 1 - f / rows];
}
