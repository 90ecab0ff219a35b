/**
 * What encodings and messages are made of, independent of the model of layers: the shortest decimals of numbers, half
 * floats, UTF-8, Base64, counts and quotes of messages, bytes that are read when they are needed, WebAssembly kernels, a limit of what
 * runs at the same time, and what keeps compiled code.
 *
 * @packageDocumentation
 */
export { floatToHalfBits, halfBitsToFloat } from "./numbers/half.ts";
export {
  MAX_NUMBER_BYTES,
  formatDouble,
  formatFloat,
  formatHalf,
  writeBigInt,
  writeDouble,
  writeFloat,
  writeHalf,
  writeInteger,
} from "./numbers/shortest.ts";
export { areFinite } from "./numbers/are-finite.ts";
export { formatGeneral } from "./numbers/general-text.ts";
export { countDigits, writeAscii, writeDecimal, writeDigits } from "./numbers/decimal-text.ts";

export { decodeUtf8, decodeUtf8Keeping, encodeUtf8, firstInvalidUtf8 } from "./text/utf8.ts";
export { Base64Error } from "./base64/base64-error.ts";
export { decodeBase64 } from "./base64/decode-base64.ts";
export { encodeBase64 } from "./base64/encode-base64.ts";
export { counted } from "./text/counted.ts";
export { quote } from "./text/quote.ts";
export { diffLines } from "./text/line-diff.ts";
export type { Change } from "./text/line-diff.ts";
export { unifiedDiff } from "./text/unified-diff.ts";
export type { PatchStyle } from "./text/unified-diff.ts";

export { CRATE_MAGIC, isBinaryLayer, isCrate, isPackage } from "./bytes/first-bytes.ts";
export { ByteReadError, bytesOf, LazyBytes, MissingBytesError, whenFetched } from "./bytes/lazy-bytes.ts";
export type { ByteReader } from "./bytes/lazy-bytes.ts";
export type { ByteBlock } from "./bytes/recent-blocks.ts";
export { inBlocks } from "./numbers/in-blocks.ts";
export { keepInstances } from "./runtime/keep-instances.ts";
export { Limiter } from "./runtime/limiter.ts";
export { loadKernel } from "./runtime/load-kernel.ts";
export type { KernelExports, KernelMemory } from "./runtime/load-kernel.ts";
