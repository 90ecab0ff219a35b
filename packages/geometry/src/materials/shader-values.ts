/** Values of shaders. */
import {
  numbersOf,
  textOf,
  valueProducingAttributes,
  type PrimNode,
  type StageReader,
  type StageTime,
} from "@usdkit/usd";

/** A stage at a time, as shaders are read from it. */
export interface ShaderSource {
  readonly reader: StageReader;
  readonly time: StageTime;
}

/** Returns the numbers of an attribute; a bool is 0 or 1. */
export function numbersAt({ reader, time }: ShaderSource, prim: PrimNode, name: string): readonly number[] | undefined {
  const numbers = numbersOf(reader.value(prim, name, time));
  return numbers && Array.from(numbers);
}

/** Returns the text of an attribute. */
export function textAt({ reader, time }: ShaderSource, prim: PrimNode, name: string): string | undefined {
  return textOf(reader.value(prim, name, time));
}

/** Returns the name of the primvar that a UsdPrimvarReader reads; undefined for other shaders and without a name. */
export function primvarOf(source: ShaderSource, prim: PrimNode): string | undefined {
  if (textAt(source, prim, "info:id")?.startsWith("UsdPrimvarReader_") !== true) return undefined;
  const [name] = valueProducingAttributes(source.reader, { prim, name: "inputs:varname" });
  const found = name === undefined ? undefined : textAt(source, name.prim, name.name);
  return found === "" ? undefined : found;
}
