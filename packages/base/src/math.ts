/**
 * Functions with the same bits on every engine: exponential and logarithm, sine and cosine, the transfer function of sRGB.
 *
 * @packageDocumentation
 */
export { exp, sigmoid } from "./math/exp.ts";
export { ln, roughLog2 } from "./math/log.ts";
export { sinCos } from "./math/sin-cos.ts";
export { decodeSrgb, encodeSrgb, linearOfByte } from "./math/srgb.ts";
export { arcCosine } from "./math/arc-cosine.ts";
export { powerOf } from "./math/power.ts";
