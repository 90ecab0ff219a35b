/** Reads textures of shader networks. */
import { sinCos } from "@usdkit/base/math";
import type { ConnectedAttribute, PrimNode } from "@usdkit/usd";
import type { TexCoordTransform, TextureSource, TextureWrap } from "../model/surface-material.ts";
import {
  inputNumbers,
  inputText,
  primvarName,
  producerOf,
  shaderId,
  sourceShader,
  type ShaderSource,
} from "./shader-values.ts";

const WRAPS: ReadonlyMap<string, TextureWrap> = new Map(
  Object.entries({ repeat: "repeat", mirror: "mirror", clamp: "clamp", black: "black" }),
);
const CHANNELS: ReadonlySet<string> = new Set<TextureSource["channels"]>(["rgb", "r", "g", "b", "a"]);
/** Shaders between a texture and its primvar. */
const MOST_TRANSFORMS = 16;

/** Returns the UsdUVTexture whose output an input has its value from; undefined, with a problem, for what cannot be drawn. */
export function readTexture(source: ShaderSource, { prim, name }: ConnectedAttribute): TextureSource | undefined {
  const fail = (property: string, message: string): undefined => {
    source.problem(prim, property, `${message}: it is drawn without the texture`);
    return undefined;
  };
  const channels = name.slice("outputs:".length);
  if (!isChannels(channels)) return fail(name, "Expected an output r, g, b, a or rgb");
  const file = textureFile(source, prim);
  if (file === undefined) return fail("inputs:file", "Expected the path of an image");
  const coordinates = readCoordinates(source, prim);
  if (coordinates === undefined)
    return fail("inputs:st", "Expected a UsdPrimvarReader_float2, behind UsdTransform2d at most");
  const space = inputText(source, prim, "sourceColorSpace");
  return {
    kind: "texture",
    file,
    channels,
    ...coordinates,
    wrapS: WRAPS.get(inputText(source, prim, "wrapS") ?? "") ?? "repeat",
    wrapT: WRAPS.get(inputText(source, prim, "wrapT") ?? "") ?? "repeat",
    isPixelated: false,
    scale: fourNumbers(source, prim, "scale") ?? [1, 1, 1, 1],
    bias: fourNumbers(source, prim, "bias") ?? [0, 0, 0, 0],
    sourceColorSpace: space === "raw" || space === "sRGB" ? space : "auto",
  };
}

function isChannels(name: string): name is TextureSource["channels"] {
  return CHANNELS.has(name);
}

/** Returns the file of a texture; undefined without a path. */
export function textureFile(source: ShaderSource, prim: PrimNode): TextureSource["file"] | undefined {
  const producer = producerOf(source, prim, "inputs:file");
  if (producer === undefined) return undefined;
  const { value, opinion } = source.resolved(producer.prim, producer.name);
  if (value?.kind !== "typed" || typeof value.data !== "string" || value.data === "") return undefined;
  return opinion === undefined ? undefined : { assetPath: value.data, layer: opinion.layer };
}

type Coordinates = Pick<TextureSource, "texCoords" | "texCoordTransform">;

function readCoordinates(source: ShaderSource, texture: PrimNode): Coordinates | undefined {
  let producer = sourceShader(source, texture, "inputs:st");
  let transform: TexCoordTransform | null = null;
  for (let i = 0; producer !== undefined && shaderId(source, producer) === "UsdTransform2d"; i++) {
    if (i === MOST_TRANSFORMS) return undefined;
    // The nearest one to the texture is applied last.
    const before = transform2d(source, producer);
    transform = transform === null ? before : joined(before, transform);
    producer = sourceShader(source, producer, "inputs:in");
  }
  if (producer === undefined || !shaderId(source, producer).startsWith("UsdPrimvarReader_")) return undefined;
  const texCoords = primvarName(source, producer);
  return texCoords === undefined ? undefined : { texCoords, texCoordTransform: transform };
}

/** Scales first, then turns counterclockwise by degrees, then moves. */
function transform2d(source: ShaderSource, prim: PrimNode): TexCoordTransform {
  const [sx, sy] = inputNumbers(source, prim, "scale") ?? [1, 1];
  const [tx, ty] = inputNumbers(source, prim, "translation") ?? [0, 0];
  const [rotation] = inputNumbers(source, prim, "rotation") ?? [0];
  const [sine, cosine] = sinCos((rotation * Math.PI) / 180);
  return [sx * cosine, sx * sine, -sy * sine, sy * cosine, tx, ty];
}

/** Returns the transform that applies one and then another one. */
function joined(first: TexCoordTransform, then: TexCoordTransform): TexCoordTransform {
  const [a, b, c, d, e, f] = first;
  const [p, q, r, s, t, u] = then;
  return [p * a + r * b, q * a + s * b, p * c + r * d, q * c + s * d, p * e + r * f + t, q * e + s * f + u];
}

function fourNumbers(source: ShaderSource, prim: PrimNode, name: string): readonly number[] | undefined {
  const numbers = inputNumbers(source, prim, name);
  return numbers?.length === 4 ? numbers : undefined;
}
