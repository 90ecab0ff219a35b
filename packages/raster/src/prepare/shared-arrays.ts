/** Typed arrays that threads can share: on SharedArrayBuffers, if available. */

/** False in browsers without cross-origin isolation: everything then happens in one thread. */
export const canShare: boolean = typeof SharedArrayBuffer === "function";

function buffer(bytes: number): ArrayBufferLike {
  return canShare ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}

export function sharedFloats(length: number): Float32Array {
  return new Float32Array(buffer(4 * length));
}

export function sharedDoubles(length: number): Float64Array {
  return new Float64Array(buffer(8 * length));
}

export function sharedWords(length: number): Uint32Array {
  return new Uint32Array(buffer(4 * length));
}

export function sharedInts(length: number): Int32Array {
  return new Int32Array(buffer(4 * length));
}

export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(buffer(length));
}
