/** Textures of MaterialX, in the nodes of its standard library. */
import type { MaterialInput, TextureUse } from "../model/material.ts";
import type { NetworkBuilder, ShaderInput } from "./shader-network.ts";
import type { UsdWriter } from "./usd-writer.ts";

const addressModes = { repeat: "periodic", clamp: "clamp", mirror: "mirror" } as const;
const channelIndex = { r: 0, g: 1, b: 2, a: 3 } as const;

/** Adds the nodes of textures to a network. */
export class MaterialXTextures {
  readonly #writer: UsdWriter;
  readonly #builder: NetworkBuilder;

  constructor(writer: UsdWriter, builder: NetworkBuilder) {
    this.#writer = writer;
    this.#builder = builder;
  }

  /** Returns an input of colors; with those of vertices, the product of both. */
  color(name: string, { value, texture }: MaterialInput, withVertexColors: boolean): ShaderInput {
    const type = "color3f";
    const image = texture === null ? undefined : this.#image(texture, "color4");
    let color = image === undefined || texture === null ? undefined : this.#scaled(this.#rgb(image), texture);
    if (withVertexColors) {
      const vertices = this.#builder.output("VertexColor", {
        id: "ND_geompropvalue_color3",
        inputs: [
          { name: "default", type, value: [1, 1, 1] },
          { name: "geomprop", type: "string", value: "displayColor" },
        ],
        outputs: { out: type },
      });
      // Without a texture they are multiplied with the constant already.
      if (color === undefined) return { name, type, connection: vertices };
      color = this.#builder.output("Multiply", {
        id: "ND_multiply_color3",
        inputs: [
          { name: "in1", type, connection: vertices },
          { name: "in2", type, connection: color },
        ],
        outputs: { out: type },
      });
    }
    return color === undefined ? { name, type, value: [...value] } : { name, type, connection: color };
  }

  /** Returns an input of one number. */
  float(name: string, { value, texture }: MaterialInput): ShaderInput {
    const type = "float";
    // Only images with a color space have colors.
    const kind = texture?.colorSpace === "sRGB" ? "color4" : "vector4";
    const image = texture === null ? undefined : this.#image(texture, kind);
    if (image === undefined || texture === null || texture.channels === "rgb") return { name, type, value: value[0] };
    const channel = this.#builder.output("Channel", {
      id: `ND_extract_${kind}`,
      inputs: [
        { name: "in", type: kind === "color4" ? "color4f" : "float4", connection: image },
        { name: "index", type: "int", value: channelIndex[texture.channels] },
      ],
      outputs: { out: type },
    });
    const [scale] = texture.scale;
    const [bias] = texture.bias;
    const scaled = scale === 1 ? channel : this.#binary("multiply", "float", channel, [scale]);
    return { name, type, connection: bias === 0 ? scaled : this.#binary("add", "float", scaled, [bias]) };
  }

  /** Returns an input of normals, whose strength is that of the texture. */
  normal(name: string, texture: TextureUse): ShaderInput {
    const type = "vector3f";
    const image = this.#image(texture, "vector3");
    if (image === undefined) return { name, type, value: [0, 0, 1] };
    const connection = this.#builder.output("NormalMap", {
      id: "ND_normalmap_float",
      inputs: [
        { name: "in", type, connection: image },
        { name: "scale", type: "float", value: texture.scale[0] / 2 },
      ],
      outputs: { out: type },
    });
    return { name, type, connection };
  }

  /** Returns the output of an image; undefined if it is left out. */
  #image(use: TextureUse, kind: "color4" | "vector3" | "vector4"): string | undefined {
    const file = this.#writer.files[use.image];
    if (file === undefined) return undefined;
    const type = { color4: "color4f", vector3: "vector3f", vector4: "float4" }[kind];
    const colorSpace = use.colorSpace === "sRGB" ? { colorSpace: "srgb_texture" } : {};
    return this.#builder.output("Image", {
      id: `ND_image_${kind}`,
      inputs: [
        { name: "file", type: "asset", value: `./${file.path}`, ...colorSpace },
        { name: "filtertype", type: "string", value: use.isNearest ? "closest" : "linear" },
        { name: "texcoord", type: "float2", connection: this.#coordinates(use) },
        { name: "uaddressmode", type: "string", value: addressModes[use.wrapS] },
        { name: "vaddressmode", type: "string", value: addressModes[use.wrapT] },
      ],
      outputs: { out: type },
    });
  }

  #coordinates({ texCoords, transform }: TextureUse): string {
    const type = "float2";
    const own = this.#builder.output("TexCoords", {
      id: "ND_geompropvalue_vector2",
      inputs: [{ name: "geomprop", type: "string", value: texCoords }],
      outputs: { out: type },
    });
    if (transform === null) return own;
    const { scale, rotation, translation } = transform;
    // The node divides by the scale, turns clockwise and subtracts the offset.
    return this.#builder.output("Place2d", {
      id: "ND_place2d_vector2",
      inputs: [
        { name: "offset", type, value: translation.map((value) => 0 - value) },
        { name: "rotate", type: "float", value: 0 - rotation },
        { name: "scale", type, value: scale.map((value) => 1 / (value === 0 ? 1e-9 : value)) },
        { name: "texcoord", type, connection: own },
      ],
      outputs: { out: type },
    });
  }

  #rgb(image: string): string {
    return this.#builder.output("Rgb", {
      id: "ND_convert_color4_color3",
      inputs: [{ name: "in", type: "color4f", connection: image }],
      outputs: { out: "color3f" },
    });
  }

  #scaled(color: string, { scale }: TextureUse): string {
    return scale.every((value) => value === 1) ? color : this.#binary("multiply", "color3", color, scale);
  }

  #binary(operation: "multiply" | "add", kind: "float" | "color3", first: string, second: readonly number[]): string {
    const type = kind === "float" ? "float" : "color3f";
    return this.#builder.output(operation === "add" ? "Add" : "Multiply", {
      id: `ND_${operation}_${kind}`,
      inputs: [
        { name: "in1", type, connection: first },
        { name: "in2", type, value: kind === "float" ? second[0] : [...second] },
      ],
      outputs: { out: type },
    });
  }
}
