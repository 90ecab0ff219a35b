/** Reads inputs of surface shaders. */
import type { PrimNode } from "@usdkit/usd";
import type { SurfaceInput } from "../model/surface-material.ts";
import { readTexture } from "./read-texture.ts";
import { inputNumbers, numbersAt, primvarName, producerOf, shaderId, type ShaderSource } from "./shader-values.ts";

/** An input of a shader: its name without `inputs:`, and its value if none is authored. */
export interface WantedInput {
  readonly name: string;
  readonly fallback: readonly number[];
}

/** Returns an input with a constant. */
export function constantInput(...value: number[]): SurfaceInput {
  return { value, source: null };
}

/** Returns an input of a UsdPreviewSurface or of a shader like it; what cannot be drawn is a problem. */
export function readInput(source: ShaderSource, shader: PrimNode, { name, fallback }: WantedInput): SurfaceInput {
  const property = `inputs:${name}`;
  const constant = (prim: PrimNode, from: string): readonly number[] =>
    fitting(numbersAt(source, prim, from), fallback.length) ?? fallback;
  const producer = producerOf(source, shader, property);
  if (producer === undefined) return { value: fallback, source: null };
  if (producer.name.startsWith("inputs:")) return { value: constant(producer.prim, producer.name), source: null };
  const own = constant(shader, property);
  const node = producer.prim;
  const id = shaderId(source, node);
  if (id.startsWith("UsdPrimvarReader_")) {
    const primvar = primvarName(source, node);
    const value = fitting(inputNumbers(source, node, "fallback"), fallback.length) ?? own;
    return { value, source: primvar === undefined ? null : { kind: "primvar", name: primvar } };
  }
  if (id !== "UsdUVTexture") {
    source.problem(
      node,
      "info:id",
      `Expected UsdUVTexture, found ${JSON.stringify(id)}: it is drawn without the texture`,
    );
    return { value: own, source: null };
  }
  const texture = readTexture(source, producer);
  if (texture === undefined) return { value: own, source: null };
  const missing = inputNumbers(source, node, "fallback");
  const channel = ["r", "g", "b", "a"].indexOf(texture.channels);
  const value = texture.channels === "rgb" ? missing?.slice(0, 3) : missing?.slice(channel, channel + 1);
  return { value: fitting(value, fallback.length) ?? own, source: texture };
}

function fitting(numbers: readonly number[] | undefined, length: number): readonly number[] | undefined {
  return numbers?.length === length && numbers.every(Number.isFinite) ? numbers : undefined;
}
