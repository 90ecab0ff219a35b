/** Never emptied, and the same for every caller: what {@link keepInstances} is for. */
const kept: object[] = [];

/**
 * Keeps an instance of each class of a hot path for the life of the process, so that the code compiled for it is kept.
 *
 * While no instance of a class is in use, a full garbage collection frees its hidden class, and V8 discards all compiled code
 * that depends on it: of a program that opens one layer after the other, each would be read by the interpreter again. Without
 * instances a crate of 3,000 small prims opens in 9.6 ms in place of 1.9, is printed in 9.0 in place of 6.4, and written in 74
 * in place of 24; a text is printed in 4.2 in place of 3.2 ms, and parsed in the same time (`test/bench/kept-instances.ts`,
 * built packages, a full collection before each round).
 *
 * A list rather than an exported constant of each module: a bundler removes constants that no module reads, and the instances
 * with them.
 *
 * ```ts
 * keepInstances(new Writer(0));
 * ```
 *
 * @param instances instances without content: they take memory until the process ends
 */
export function keepInstances(...instances: readonly object[]): void {
  kept.push(...instances);
}
