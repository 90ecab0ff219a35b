/**
 * Has V8 wait longer before it compiles a function with its last and most expensive compiler: 40,000 calls instead of 3,000. Its threads compete
 * with the program on few cores. A program that opens a scene once has ended before that pays: the first overview of a stage of 100,000 prims
 * takes a quarter less time on two cores, and drawing it takes as long as before.
 */
export function optimizeLater(): void {
  process.getBuiltinModule("node:v8").setFlagsFromString("--invocation-count-for-turbofan=40000");
}
