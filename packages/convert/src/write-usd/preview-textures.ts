/** Textures of UsdPreviewSurface. */
import type { PlainValue } from "@usdkit/layer";
import type { TextureUse } from "../model/material.ts";
import type { NetworkBuilder, ShaderInput } from "./shader-network.ts";
import type { UsdWriter } from "./usd-writer.ts";

/** Channels among red, green, blue and alpha. */
const places: Readonly<Record<TextureUse["channels"], readonly number[]>> = {
  rgb: [0, 1, 2],
  r: [0],
  g: [1],
  b: [2],
  a: [3],
};

/** A UsdUVTexture, which several inputs read different channels of. */
interface TextureShader {
  readonly key: string;
  readonly name: string;
  readonly use: TextureUse;
  readonly scale: (number | undefined)[];
  readonly bias: (number | undefined)[];
  readonly outputs: Set<TextureUse["channels"]>;
}

/** The textures of one material: an image that is read in one way is one shader. */
export class PreviewTextures {
  readonly #writer: UsdWriter;
  readonly #builder: NetworkBuilder;
  readonly #shaders: TextureShader[] = [];

  constructor(writer: UsdWriter, builder: NetworkBuilder) {
    this.#writer = writer;
    this.#builder = builder;
  }

  /** Returns the output with the channels of a texture; undefined if its image is left out. */
  output(use: TextureUse, source: string): string | undefined {
    const { files, losses } = this.#writer;
    const file = files[use.image];
    if (file === undefined) return undefined;
    if (use.isNearest) losses.add(source, "Texels of the texture are blurred when they are magnified");
    if (use.minification !== null) {
      const message = `The filter ${use.minification} of the minified texture is a hint in USD: renderers choose theirs`;
      losses.add(source, message);
    }
    const { scale: _scale, bias: _bias, channels, ...others } = use;
    const key = JSON.stringify(others);
    let shader = this.#shaders.find((each) => each.key === key && canShare(each, use));
    if (shader === undefined) {
      const name = this.#builder.reserve(file.path.replace(/^.*\//u, "").replace(/\.[^.]*$/u, ""));
      shader = { key, name, use, scale: [], bias: [], outputs: new Set() };
      this.#shaders.push(shader);
    }
    for (const [i, place] of places[channels].entries()) {
      shader.scale[place] = use.scale[i];
      shader.bias[place] = use.bias[i];
    }
    shader.outputs.add(channels);
    return `${this.#builder.pathOf(shader.name)}.outputs:${channels}`;
  }

  /** Adds the shaders of all textures. */
  finish(): void {
    for (const { name, use, scale, bias, outputs } of this.#shaders) {
      const file = this.#writer.files[use.image];
      const four = (values: readonly (number | undefined)[], neutral: number): number[] =>
        [0, 1, 2, 3].map((place) => values[place] ?? neutral);
      const [scales, biases] = [four(scale, 1), four(bias, 0)];
      const inputs: ShaderInput[] = [
        ...(biases.some((value) => value !== 0) ? [{ name: "bias", type: "float4", value: biases }] : []),
        { name: "file", type: "asset", value: `./${file?.path ?? ""}` },
        ...(scales.some((value) => value !== 1) ? [{ name: "scale", type: "float4", value: scales }] : []),
        { name: "sourceColorSpace", type: "token", value: use.colorSpace },
        { name: "st", type: "float2", connection: coordinates(this.#builder, use) },
        { name: "wrapS", type: "token", value: use.wrapS },
        { name: "wrapT", type: "token", value: use.wrapT },
      ];
      const types = [...outputs].map((output) => [output, output === "rgb" ? "float3" : "float"] as const);
      this.#builder.fill(name, { id: "UsdUVTexture", inputs, outputs: Object.fromEntries(types) });
    }
  }
}

/** Whether the channels of a use are free, or used in the same way. */
function canShare({ scale, bias }: TextureShader, use: TextureUse): boolean {
  return places[use.channels].every((place, i) => {
    return scale[place] === undefined || (scale[place] === use.scale[i] && bias[place] === use.bias[i]);
  });
}

/** The reader of texture coordinates, and the transform of them. */
function coordinates(builder: NetworkBuilder, { texCoords, transform }: TextureUse): string {
  const primvar = builder.output(`TexCoords_${texCoords}`, {
    id: "UsdPrimvarReader_float2",
    inputs: [{ name: "varname", type: "string", value: texCoords }],
    outputs: { result: "float2" },
  });
  if (transform === null) return primvar;
  const { rotation, scale, translation } = transform;
  const constant = (name: string, type: string, value: PlainValue): ShaderInput => ({ name, type, value });
  return builder.output("Transform2d", {
    id: "UsdTransform2d",
    inputs: [
      { name: "in", type: "float2", connection: primvar },
      constant("rotation", "float", rotation),
      constant("scale", "float2", [...scale]),
      constant("translation", "float2", [...translation]),
    ],
    outputs: { result: "float2" },
  });
}
