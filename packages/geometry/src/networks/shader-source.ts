/** Values of shaders. */
import type { Value } from "@usdkit/layer";
import {
  textOf,
  valueProducingAttributes,
  type AttributeOpinion,
  type ConnectedAttribute,
  type PrimNode,
  type StageReader,
} from "@usdkit/usd";
import type { TextureFile } from "../model/surface-material.ts";

/** Shaders of a stage at a time. */
export interface ShaderSource {
  readonly reader: StageReader;
  /** Returns the value of an attribute at the time. */
  value(prim: PrimNode, name: string): Value | undefined;
  /** Returns the value, and the opinion that it comes from. */
  resolved(prim: PrimNode, name: string): { value?: Value | undefined; opinion?: AttributeOpinion | undefined };
  /** Notes that something is wrong with a shader or a material. */
  problem(prim: PrimNode, property: string, message: string): void;
}

/** Returns the text of an attribute. */
function textAt(source: ShaderSource, prim: PrimNode, name: string): string | undefined {
  return textOf(source.value(prim, name));
}

/** Returns the identifier of a shader; "" without one. */
export function shaderId(source: ShaderSource, prim: PrimNode): string {
  return textAt(source, prim, "info:id") ?? "";
}

/** Returns what an input or output has its value from: an output of a shader, or an input with a value. */
export function producerOf({ reader }: ShaderSource, prim: PrimNode, name: string): ConnectedAttribute | undefined {
  return valueProducingAttributes(reader, { prim, name })[0];
}

/** Returns the path that an input is connected to, if nothing there can have a value; undefined otherwise. */
export function lostConnection(
  { reader }: ShaderSource,
  prim: PrimNode,
  name: string,
  producer: ConnectedAttribute | undefined,
): string | undefined {
  if (producer !== undefined && (producer.prim !== prim || producer.name !== name)) return undefined;
  return reader.targets(prim, name).find((target) => {
    const object = reader.object(target);
    if (object === undefined || reader.attribute(object.prim, object.property) === undefined) return true;
    return object.prim === prim && object.property === name;
  });
}

/** Returns the shader whose output an input has its value from. */
export function sourceShader(source: ShaderSource, prim: PrimNode, name: string): PrimNode | undefined {
  return valueProducingAttributes(source.reader, { prim, name }, { shaderOutputsOnly: true }).at(0)?.prim;
}

/** Returns the text of an input that has a constant. */
export function inputText(source: ShaderSource, prim: PrimNode, name: string): string | undefined {
  const producer = producerOf(source, prim, `inputs:${name}`);
  return producer?.name.startsWith("inputs:") === true ? textAt(source, producer.prim, producer.name) : undefined;
}

/** Returns the file of a texture; undefined without a path. */
export function textureFile(source: ShaderSource, prim: PrimNode): TextureFile | undefined {
  const producer = producerOf(source, prim, "inputs:file");
  if (producer === undefined) return undefined;
  const { value, opinion } = source.resolved(producer.prim, producer.name);
  if (value?.kind !== "typed" || typeof value.data !== "string" || value.data === "") return undefined;
  return opinion === undefined ? undefined : { assetPath: value.data, layer: opinion.layer };
}
