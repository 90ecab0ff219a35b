/** Array attributes authored on a prim, in one of two precisions. */
import { attributeOf, hasType } from "@usdkit/service-scene";
import { halfBitsToFloat } from "@usdkit/base";
import { type PrimSpec } from "@usdkit/layer";
import { AssetError } from "@usdkit/assets";

/** An attribute of a particle field, and its variant in half precision: `name` with the suffix `h`. */
export interface ParticleAttribute {
  readonly name: string;
  /** Types of the two, `float3[]` and `half3[]`. */
  readonly type: string;
  readonly halfType: string;
  /** Number of components per element. */
  readonly width: number;
}

/** The content of a prim: the path of the used attribute, and its numbers, flat. */
export interface ParticleNumbers {
  readonly path: string;
  readonly numbers: Float32Array;
}

/** Every half as a float; computed on first use. */
function halfTable(): Float32Array {
  return Float32Array.from({ length: 1 << 16 }, (_, bits) => halfBitsToFloat(bits));
}

/**
 * Returns the numbers of an attribute, or of its half variant if only that is authored (UsdVol prefers the float version);
 * undefined if neither has a value.
 *
 * @throws AssetError if one is authored with another type
 */
export function particleNumbers(prim: PrimSpec, attribute: ParticleAttribute): ParticleNumbers | undefined {
  return numbersOf(prim, attribute.name, attribute.type) ?? numbersOf(prim, `${attribute.name}h`, attribute.halfType);
}

function numbersOf(prim: PrimSpec, name: string, type: string): ParticleNumbers | undefined {
  const spec = attributeOf(prim, name);
  const value = spec?.defaultValue;
  // `None`, and an attribute with only a declaration or time samples, have no value.
  if (spec === undefined || value === undefined || value.kind === "block") return undefined;
  const path = `${prim.path}.${name}`;
  if (value.kind !== "typed" || !hasType(spec, type) || !ArrayBuffer.isView(value.data)) {
    throw new AssetError("malformed", `the attribute has the type ${spec.typeName}; ${type} was expected.`, {
      where: path,
    });
  }
  const { data } = value;
  if (data instanceof Float32Array) return { path, numbers: data };
  if (!(data instanceof Uint16Array)) throw new AssetError("malformed", `${type} was expected.`, { where: path });
  const table = halfTable();
  return { path, numbers: Float32Array.from(data, (bits) => table[bits]) };
}
