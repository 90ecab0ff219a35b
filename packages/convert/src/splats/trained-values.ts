/** The encoding of training: logarithms of scales, logits of opacities. */
import { exp, ln, sigmoid } from "@usdkit/base/math";

/** The constant of the first harmonic, 1 / (2·√π). */
export const C0 = 0.28209479177387814;

/** Returns the scale of a logarithm, in single precision. */
export function scaleOf(logarithm: number): number {
  return Math.fround(exp(logarithm));
}

/** Returns the opacity of a logit, in single precision. */
export function opacityOf(logit: number): number {
  return Math.fround(sigmoid(logit));
}

/** Returns the logarithm of a scale, in single precision. */
export function logarithmOf(scale: number): number {
  return Math.fround(ln(scale));
}

/** Returns the logit of an opacity, in single precision; infinite for 0 and 1. */
export function logitOf(opacity: number): number {
  return opacity >= 1 ? Infinity : Math.fround(ln(opacity / (1 - opacity)));
}

/** Magnitude from which floats are further apart than what rounding an exponential loses of its logarithm. */
const WIDE = 2;
/** Exponentials of smaller ones are no normal floats. */
const LEAST = -87;

/** Whether a logarithm is that of its scale. */
export function isScaleExact(logarithm: number, scale: number): boolean {
  const isWide = (logarithm <= -WIDE && logarithm > LEAST) || (logarithm >= WIDE && logarithm < -LEAST);
  return isWide || Object.is(logarithmOf(scale), logarithm);
}

/** Whether a logit is that of its opacity. */
export function isOpacityExact(logit: number, opacity: number): boolean {
  return (logit <= -WIDE && logit > LEAST) || Object.is(logitOf(opacity), logit);
}
