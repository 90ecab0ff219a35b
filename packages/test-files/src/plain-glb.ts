/** Writes a GLB from its JSON and its bytes, good or bad. */
import { join } from "./splat-ply.ts";

type TypedArray = Float32Array | Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array;

/** Arrays in one buffer, each with a view and an accessor. */
export class GlbData {
  readonly accessors: object[] = [];
  readonly bufferViews: object[] = [];
  #parts: Uint8Array[] = [];
  #length = 0;

  /** A view of bytes; its index. */
  view(bytes: Uint8Array, more: object = {}): number {
    const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
    padded.set(bytes);
    this.bufferViews.push({ buffer: 0, byteOffset: this.#length, byteLength: bytes.length, ...more });
    this.#parts.push(padded);
    this.#length += padded.length;
    return this.bufferViews.length - 1;
  }

  /** An accessor of an array of its own; its index. */
  accessor(array: TypedArray, type: "SCALAR" | "VEC2" | "VEC3" | "VEC4" | "MAT4", more: object = {}): number {
    const size = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
    const bufferView = this.view(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    this.accessors.push({ bufferView, componentType: componentType(array), count: array.length / size, type, ...more });
    return this.accessors.length - 1;
  }

  bytes(): Uint8Array {
    return join(this.#parts);
  }

  /** The JSON of these and `more`, as GLB. */
  glb(more: object): Uint8Array {
    const { accessors, bufferViews } = this;
    return glb(
      { asset: { version: "2.0" }, accessors, bufferViews, buffers: [{ byteLength: this.#length }], ...more },
      this.bytes(),
    );
  }
}

/** The container; `json` may be text that is not one. */
export function glb(json: object | string, binary?: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(typeof json === "string" ? json : JSON.stringify(json));
  const chunks = [chunk(0x4e4f534a, text, 0x20), ...(binary === undefined ? [] : [chunk(0x004e4942, binary, 0)])];
  const length = chunks.reduce((sum, { length }) => sum + length, 12);
  return join([new Uint8Array(new Uint32Array([0x46546c67, 2, length]).buffer), ...chunks]);
}

function chunk(type: number, bytes: Uint8Array, pad: number): Uint8Array {
  const length = Math.ceil(bytes.length / 4) * 4;
  const content = new Uint8Array(length).fill(pad);
  content.set(bytes);
  return join([new Uint8Array(new Uint32Array([length, type]).buffer), content]);
}

function componentType(array: TypedArray): number {
  if (array instanceof Float32Array) return 5126;
  if (array instanceof Uint32Array) return 5125;
  if (array instanceof Uint16Array) return 5123;
  if (array instanceof Int16Array) return 5122;
  return array instanceof Int8Array ? 5120 : 5121;
}
