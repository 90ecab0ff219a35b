import { exp } from "./exp.ts";
import { ln } from "./log.ts";

/** Returns x to the power of y, for x from 0, with the same bits on every engine; see `exp.ts`. */
export function powerOf(x: number, y: number): number {
  return x > 0 ? exp(y * ln(x)) : y === 0 ? 1 : 0;
}
