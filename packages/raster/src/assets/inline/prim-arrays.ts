/** The arrays that a prim authors itself, in one of two precisions. */
import { attributeOf, hasType } from "@usdkit/schema";
import { halfBitsToFloat, type PrimSpec } from "@usdkit/layer";
import { AssetError } from "../../errors/errors.ts";

/** An attribute of a particle field, and its twin in half precision: `name` with an `h` at its end. */
export interface ParticleAttribute {
  readonly name: string;
  /** Types of the two, `float3[]` and `half3[]`. */
  readonly type: string;
  readonly halfType: string;
  /** Numbers of one element. */
  readonly width: number;
}

/** What a prim holds: the path of the attribute that counts, and its numbers, flat. */
export interface ParticleNumbers {
  readonly path: string;
  readonly numbers: Float32Array;
}

/** Every half as a float; made once, when halfs are read. */
function halfTable(): Float32Array {
  return Float32Array.from({ length: 1 << 16 }, (_, bits) => halfBitsToFloat(bits));
}

/**
 * The numbers of an attribute; of its twin where that alone is authored (UsdVol: the float version is preferred); undefined
 * where neither has a value.
 *
 * @throws AssetError if one is authored with another type
 */
export function particleNumbers(prim: PrimSpec, attribute: ParticleAttribute): ParticleNumbers | undefined {
  return numbersOf(prim, attribute.name, attribute.type) ?? numbersOf(prim, `${attribute.name}h`, attribute.halfType);
}

function numbersOf(prim: PrimSpec, name: string, type: string): ParticleNumbers | undefined {
  const spec = attributeOf(prim, name);
  const value = spec?.defaultValue;
  // `None`, and an attribute that has a declaration or time samples alone, have no value.
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
