/** Never emptied, and the same for every caller: what {@link keepInstances} is for. */
const kept: object[] = [];

/**
 * Keeps an instance of each class of a hot path for the life of the process, so that the code compiled for it is kept.
 *
 * While no instance of a class is in use, a full garbage collection frees its hidden class, and V8 discards all compiled code
 * that depends on it: of a program that opens one layer after the other, each would be read by the interpreter again. Without
 * instances a crate of 50 MB of meshes opens in 11 ms in place of 1.8, a structure text is walked in 280 ms in place of 170,
 * and written as a crate in 350 ms in place of 185.
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
