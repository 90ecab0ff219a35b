/** Values of shader networks before they are inputs of a material: constants, and what varies over a surface. */
import type { TexCoordTransform, TextureFile, TextureWrap } from "../model/surface-material.ts";
import { componentOf, type Numbers } from "./operation.ts";
import { operations } from "./operations.ts";

/** The same everywhere. */
export interface ConstantValue {
  readonly kind: "constant";
  readonly value: Numbers;
}

/** Component i is `scale[i] · texel[channels[i]] + bias[i]`. */
export interface TexelValue {
  readonly kind: "texels";
  readonly image: ImageUse;
  readonly channels: readonly number[];
  readonly scale: Numbers;
  readonly bias: Numbers;
}

/** A primvar of the surface; of two numbers it may be moved, since texture coordinates are. */
export interface PrimvarValue {
  readonly kind: "primvar";
  readonly name: string;
  readonly components: number;
  /** What counts where a surface has no such primvar; null: the input's own value. */
  readonly fallback: Numbers | null;
  readonly transform: TexCoordTransform | null;
}

/** What an operation makes of other values. */
export interface ComputedValue {
  readonly kind: "computed";
  readonly operation: string;
  readonly of: readonly ShaderValue[];
  readonly components: number;
}

/** The value of an output of a node. */
export type ShaderValue = ConstantValue | TexelValue | PrimvarValue | ComputedValue;

/** An image that a node samples. */
export interface ImageUse {
  readonly file: TextureFile;
  readonly coordinates: PrimvarValue;
  readonly wrapS: TextureWrap;
  readonly wrapT: TextureWrap;
  readonly isPixelated: boolean;
  readonly sourceColorSpace: "raw" | "sRGB" | "auto";
  /** What counts where there is no image: red, green, blue, alpha; null: the input's own value. */
  readonly fallback: Numbers | null;
}

/** Operations that pick and join components; the others are those of MaterialX nodes. */
const SELECT = "select";
const COMBINE = "combine";

/** Returns a constant. */
export function constantValue(...value: number[]): ConstantValue {
  return { kind: "constant", value };
}

/** Returns the number of components of a value. */
export function componentsOf(value: ShaderValue): number {
  switch (value.kind) {
    case "constant":
      return value.value.length;
    case "texels":
      return value.channels.length;
    default:
      return value.components;
  }
}

/** Returns some components of a value, by their indices; those that it does not have are 0. */
export function selected(value: ShaderValue, indices: readonly number[]): ShaderValue {
  const count = componentsOf(value);
  if (indices.length === count && indices.every((index, i) => index === i)) return value;
  if (value.kind === "constant") return constantValue(...indices.map((index) => value.value[index] ?? 0));
  if (value.kind === "texels") {
    const { channels, scale, bias } = value;
    return {
      ...value,
      channels: indices.map((index) => channels[index] ?? 0),
      scale: indices.map((index) => scale[index] ?? 0),
      bias: indices.map((index) => bias[index] ?? 0),
    };
  }
  return { kind: "computed", operation: SELECT, of: [value, constantValue(...indices)], components: indices.length };
}

/** Returns a value with another number of components: a single one is repeated, further ones are left out. */
export function resized(value: ShaderValue, components: number): ShaderValue {
  const count = componentsOf(value);
  if (count === components) return value;
  const indices = Array.from({ length: components }, (_, i) => (count === 1 ? 0 : i));
  return selected(value, indices);
}

/** Returns a value that has the components of others, one after the other. */
export function combined(values: readonly ShaderValue[]): ShaderValue {
  const components = values.reduce((sum, value) => sum + componentsOf(value), 0);
  if (values.every((value) => value.kind === "constant")) return constantValue(...values.flatMap(({ value }) => value));
  const texels = values.filter((value) => value.kind === "texels");
  const [first] = texels;
  if (texels.length === values.length && texels.every(({ image }) => image === first.image)) {
    return {
      ...first,
      channels: texels.flatMap(({ channels }) => channels),
      scale: texels.flatMap(({ scale }) => scale),
      bias: texels.flatMap(({ bias }) => bias),
    };
  }
  return { kind: "computed", operation: COMBINE, of: values, components };
}

/**
 * Returns what an operation makes of values, one for each of its inputs. Operations on constants are constants, and those that scale and
 * move the texels of an image, or texture coordinates, are that image and those coordinates.
 */
export function applied(name: string, of: readonly ShaderValue[], components: number): ShaderValue {
  const operation = operations.get(name);
  const varying = of.flatMap((value, i) => (value.kind === "constant" ? [] : [i]));
  if (operation === undefined || varying.length > 1) return { kind: "computed", operation: name, of, components };
  const constants = of.map((value) => (value.kind === "constant" ? value.value : []));
  const at = (index: number, value: Numbers): Numbers => {
    const result = operation.compute(constants.map((each, i) => (i === index ? value : each)));
    return Array.from({ length: components }, (_, i) => componentOf(result, i));
  };
  const [index] = varying;
  if (index === undefined) return constantValue(...at(-1, []));
  const value = of[index];
  const [input] = operation.inputs[index];
  const isAffine = operation.affine?.includes(input) === true;
  if (value.kind === "texels" && isAffine) {
    const count = value.channels.length;
    const low = at(index, new Array<number>(count).fill(0));
    const high = at(index, new Array<number>(count).fill(1));
    const of = (list: readonly number[], i: number): number => componentOf(list, i);
    return {
      ...value,
      channels: low.map((_, i) => of(value.channels, i)),
      scale: low.map((start, i) => (high[i] - start) * of(value.scale, i)),
      bias: low.map((start, i) => start + (high[i] - start) * of(value.bias, i)),
    };
  }
  const moves = isAffine || name === "rotate2d" || name === "place2d";
  if (value.kind === "primvar" && value.components === 2 && components === 2 && moves) {
    const [e, f] = at(index, [0, 0]);
    const [u0, u1] = at(index, [1, 0]);
    const [v0, v1] = at(index, [0, 1]);
    const moved: TexCoordTransform = [u0 - e, u1 - f, v0 - e, v1 - f, e, f];
    return { ...value, transform: joinedTransforms(value.transform, moved) };
  }
  return { kind: "computed", operation: name, of, components };
}

/** Returns the transform that applies one and then another one. */
function joinedTransforms(first: TexCoordTransform | null, then: TexCoordTransform): TexCoordTransform {
  if (first === null) return then;
  const [a, b, c, d, e, f] = first;
  const [p, q, r, s, t, u] = then;
  return [p * a + r * b, q * a + s * b, p * c + r * d, q * c + s * d, p * e + r * f + t, q * e + s * f + u];
}

/** Returns the numbers of a step of a computed texture. */
export function computeStep(name: string, values: readonly Numbers[]): Numbers {
  if (name === SELECT) return values[1].map((index) => values[0][index] ?? 0);
  if (name === COMBINE) return values.flat();
  return operations.get(name)?.compute(values) ?? [0];
}
