/** Values of accessors. */

/** Numbers as stored, and the interpretation of integers. */
export interface AccessorValues {
  readonly array: Float32Array | Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array;
  /** Number of components per element. */
  readonly size: number;
  /** Integers map to −1…1 or 0…1. */
  readonly normalized: boolean;
}
