/** Values of the model of layers. */
import { valueTypes, type NumericArray, type TypedValue, type ValueType } from "@usdkit/layer";
import { ConvertError } from "../errors/convert-error.ts";

/** Returns an array value of flat numbers, which are not copied: `arrayValue("point3f", positions)`. */
export function arrayValue(typeName: string, data: NumericArray | readonly string[]): TypedValue {
  return { kind: "typed", type: typeOf(typeName), isArray: true, data };
}

/**
 * Arrays that are made when they are read, so that a layer has no copies of all indices of its meshes. The last one is kept: readers that take
 * one number after the other get the same array.
 */
export class MadeArrays {
  #last: { readonly make: () => NumericArray; readonly data: NumericArray } | undefined;
  #threes: Uint16Array = new Uint16Array(0);
  #numbers: Uint32Array = new Uint32Array(0);

  /** Returns unsigned numbers as an array value of `int`. @param source what does not change */
  integers(source: Uint16Array | Uint32Array): TypedValue {
    const make = (): NumericArray => new Int32Array(source);
    const read = (): NumericArray => this.#read(make);
    const value: TypedValue = {
      kind: "typed",
      type: typeOf("int"),
      isArray: true,
      get data() {
        return read();
      },
    };
    return Object.defineProperty(value, "source", { value: source });
  }

  /** Returns this many threes: vertices of triangles. */
  threes(count: number): TypedValue {
    if (this.#threes.length < count) this.#threes = new Uint16Array(count).fill(3);
    return this.integers(this.#threes.subarray(0, count));
  }

  /** Returns the numbers from 0: vertices that have no indices. */
  numbers(count: number): TypedValue {
    if (this.#numbers.length < count) this.#numbers = new Uint32Array(count).map((_, i) => i);
    return this.integers(this.#numbers.subarray(0, count));
  }

  #read(make: () => NumericArray): NumericArray {
    if (this.#last?.make !== make) {
      this.#last = undefined;
      this.#last = { make, data: make() };
    }
    return this.#last.data;
  }
}

function typeOf(typeName: string): ValueType {
  const type = valueTypes.get(typeName);
  if (type === undefined) throw new ConvertError("", `There is no type ${typeName}`);
  return type;
}

/** Returns the smallest box around points, as `extent` has it; undefined without finite points. */
export function extentOf(positions: Float32Array): TypedValue | undefined {
  const extent = Float32Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i + 2 < positions.length; i += 3) {
    for (let c = 0; c < 3; c++) {
      const value = positions[i + c];
      if (value < extent[c]) extent[c] = value;
      if (value > extent[3 + c]) extent[3 + c] = value;
    }
  }
  return extent.every(Number.isFinite) ? arrayValue("float3", extent) : undefined;
}

/** How many standard deviations of a splat are seen. */
const SEEN_DEVIATIONS = 3;

/** Returns the smallest box around spheres of three standard deviations; undefined without finite splats. */
export function splatExtent(positions: Float32Array, scales: Float32Array): TypedValue | undefined {
  let [minX, minY, minZ] = [Infinity, Infinity, Infinity];
  let [maxX, maxY, maxZ] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const radius = SEEN_DEVIATIONS * Math.max(scales[i], scales[i + 1], scales[i + 2]);
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    if (x - radius < minX) minX = x - radius;
    if (y - radius < minY) minY = y - radius;
    if (z - radius < minZ) minZ = z - radius;
    if (x + radius > maxX) maxX = x + radius;
    if (y + radius > maxY) maxY = y + radius;
    if (z + radius > maxZ) maxZ = z + radius;
  }
  const extent = Float32Array.of(minX, minY, minZ, maxX, maxY, maxZ);
  return extent.every(Number.isFinite) ? arrayValue("float3", extent) : undefined;
}
