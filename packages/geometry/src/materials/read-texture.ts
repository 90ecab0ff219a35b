/** Reads textures of shader networks. */
import { valueProducingAttributes, type ConnectedAttribute, type PrimNode } from "@usdkit/usd";
import type { GeometryProblem } from "../model/drawable.ts";
import type { TextureInput } from "../model/surface-material.ts";
import { numbersAt, primvarOf, textAt, type ShaderSource } from "./shader-values.ts";

type Wrap = TextureInput["wrapS"];

const WRAPS: ReadonlyMap<string, Wrap> = new Map(
  Object.entries({ repeat: "repeat", mirror: "mirror", clamp: "clamp" }),
);
const CHANNELS: ReadonlySet<string> = new Set<TextureInput["channels"]>(["rgb", "r", "g", "b", "a"]);

/** Returns the texture whose output an input has its value from; undefined, with a problem, for what cannot be drawn. */
export function readTexture(
  source: ShaderSource,
  { prim, name }: ConnectedAttribute,
  problems: GeometryProblem[],
): TextureInput | undefined {
  const fail = (property: string, message: string): undefined => {
    problems.push({ path: prim.path, property, message: `${message}: it is drawn without the texture` });
    return undefined;
  };
  const id = textAt(source, prim, "info:id");
  if (id !== "UsdUVTexture") return fail("info:id", `Expected UsdUVTexture, found ${JSON.stringify(id ?? "")}`);
  const channels = name.slice("outputs:".length);
  if (!isChannels(channels)) return fail(name, "Expected an output r, g, b, a or rgb");
  const [fileInput] = valueProducingAttributes(source.reader, { prim, name: "inputs:file" });
  const file = fileInput === undefined ? undefined : textureFile(source, fileInput);
  if (file === undefined) return fail("inputs:file", "Expected the path of an image");
  const coordinates = readCoordinates(source, prim);
  if (coordinates === undefined)
    return fail("inputs:st", "Expected a UsdPrimvarReader_float2, behind a UsdTransform2d at most");
  const space = textAt(source, prim, "inputs:sourceColorSpace");
  return {
    file,
    channels,
    ...coordinates,
    wrapS: WRAPS.get(textAt(source, prim, "inputs:wrapS") ?? "") ?? "repeat",
    wrapT: WRAPS.get(textAt(source, prim, "inputs:wrapT") ?? "") ?? "repeat",
    scale: fourNumbers(source, prim, "inputs:scale") ?? [1, 1, 1, 1],
    bias: fourNumbers(source, prim, "inputs:bias") ?? [0, 0, 0, 0],
    sourceColorSpace: space === "raw" || space === "sRGB" ? space : "auto",
  };
}

function isChannels(name: string): name is TextureInput["channels"] {
  return CHANNELS.has(name);
}

function textureFile(
  { reader, time }: ShaderSource,
  { prim, name }: ConnectedAttribute,
): TextureInput["file"] | undefined {
  const attribute = reader.attribute(prim, name);
  const resolved = attribute && reader.resolve(attribute, time);
  const { value, source } = resolved ?? {};
  if (value?.kind !== "typed" || typeof value.data !== "string" || value.data === "") return undefined;
  return source?.opinion === undefined ? undefined : { assetPath: value.data, layer: source.opinion.layer };
}

type Coordinates = Pick<TextureInput, "texCoords" | "transform">;

function readCoordinates(source: ShaderSource, texture: PrimNode): Coordinates | undefined {
  let producer = producerOf(source, texture, "inputs:st");
  let transform: TextureInput["transform"] = null;
  if (producer !== undefined && textAt(source, producer, "info:id") === "UsdTransform2d") {
    const [sx, sy] = numbersAt(source, producer, "inputs:scale") ?? [1, 1];
    const [tx, ty] = numbersAt(source, producer, "inputs:translation") ?? [0, 0];
    const [rotation] = numbersAt(source, producer, "inputs:rotation") ?? [0];
    transform = { scale: [sx, sy], rotation, translation: [tx, ty] };
    producer = producerOf(source, producer, "inputs:in");
  }
  const texCoords = producer && primvarOf(source, producer);
  return texCoords === undefined ? undefined : { texCoords, transform };
}

function producerOf({ reader }: ShaderSource, prim: PrimNode, name: string): PrimNode | undefined {
  return valueProducingAttributes(reader, { prim, name }, { shaderOutputsOnly: true }).at(0)?.prim;
}

function fourNumbers(source: ShaderSource, prim: PrimNode, name: string): readonly number[] | undefined {
  const numbers = numbersAt(source, prim, name);
  return numbers?.length === 4 && numbers.every(Number.isFinite) ? numbers : undefined;
}
