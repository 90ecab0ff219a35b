/** A material while it is read. */
import type { InputName, MaterialInput, MaterialModel, TextureUse } from "../model/material.ts";
import type { Sampling, TextureInfo, TextureReader } from "./textures.ts";

/** A material while its extensions are read. */
export class MaterialReader {
  /** The pointer of the material. */
  readonly source: string;
  readonly inputs: Map<InputName, MaterialInput> = new Map();
  workflow: MaterialModel["workflow"] = "metallic";
  isUnlit = false;
  readonly #textures: TextureReader;

  constructor(source: string, textures: TextureReader) {
    this.source = source;
    this.#textures = textures;
  }

  /** Sets an input to a constant. */
  constant(name: InputName, value: readonly number[], at: string): void {
    this.inputs.set(name, { source: at, value, texture: null });
  }

  /** Sets an input to a factor, or to a texture times the factor. */
  factor(name: InputName, value: readonly number[], info: TextureInfo | undefined, from: Channels): void {
    const { channels, colorSpace = "raw", at } = from;
    const bias = value.map(() => 0);
    const texture = info === undefined ? null : this.texture(info, { channels, colorSpace, scale: value, bias }, at);
    this.inputs.set(name, { source: at, value, texture });
  }

  /** Sets an input of vectors to a normal texture. */
  normals(name: InputName, info: TextureInfo | undefined, at: string): void {
    if (info === undefined) return;
    const { scale } = info;
    const sampling: Sampling = {
      channels: "rgb",
      colorSpace: "raw",
      scale: [2 * scale, 2 * scale, 2],
      bias: [-scale, -scale, -1],
    };
    this.inputs.set(name, { source: at, value: [0, 0, 1], texture: this.texture(info, sampling, at) });
  }

  texture(info: TextureInfo, sampling: Sampling, at: string): TextureUse | null {
    return this.#textures.use(info, sampling, at);
  }
}

/** Where an input is in a texture. */
export interface Channels {
  readonly channels: TextureUse["channels"];
  /** `raw` by default. */
  readonly colorSpace?: TextureUse["colorSpace"];
  /** The pointer of the texture, or of the material. */
  readonly at: string;
}

/** Sets base color and opacity, which one texture has. */
export function baseColor(
  reader: MaterialReader,
  [r, g, b, a]: readonly [number, number, number, number],
  info: TextureInfo | undefined,
  at: string,
): void {
  reader.factor("baseColor", [r, g, b], info, { channels: "rgb", colorSpace: "sRGB", at });
  reader.factor("opacity", [a], info, { channels: "a", colorSpace: "sRGB", at });
}
