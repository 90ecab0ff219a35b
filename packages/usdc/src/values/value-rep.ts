/** The representation of a field's value: a type, flags, and either the value itself or its position. */

/** The value is an array. */
export const IS_ARRAY = 0x8000_0000;
/** The payload is the value itself. */
export const IS_INLINED = 0x4000_0000;
/** The array is compressed. */
export const IS_COMPRESSED = 0x2000_0000;
/** The value is a sparse edit of an array (0.14). */
export const IS_ARRAY_EDIT = 0x1000_0000;

/** `TypeEnum` of the reference, as far as it needs a name here; value types are in `types.ts`. */
export const CrateType = {
  bool: 1,
  token: 11,
  asset: 12,
  dictionary: 31,
  tokenListOp: 32,
  stringListOp: 33,
  pathListOp: 34,
  referenceListOp: 35,
  intListOp: 36,
  int64ListOp: 37,
  uintListOp: 38,
  uint64ListOp: 39,
  pathVector: 40,
  tokenVector: 41,
  specifier: 42,
  permission: 43,
  variability: 44,
  variantSelectionMap: 45,
  timeSamples: 46,
  payload: 47,
  doubleVector: 48,
  layerOffsetVector: 49,
  stringVector: 50,
  valueBlock: 51,
  value: 52,
  unregisteredValue: 53,
  unregisteredValueListOp: 54,
  payloadListOp: 55,
  relocates: 58,
  spline: 59,
  animationBlock: 60,
} as const;

/** The type of a representation, from its high word. */
export function repType(high: number): number {
  return (high >>> 16) & 0xff;
}

/** The payload of a representation: 48 bits, an offset in the file. */
export function repPayload(low: number, high: number): number {
  return (high & 0xffff) * 0x1_0000_0000 + low;
}
