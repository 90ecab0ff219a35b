/** Returns how many threads can run at the same time. */
export function cores(): number {
  const os = globalThis.process?.getBuiltinModule?.("node:os");
  if (os !== undefined) return os.availableParallelism();
  return (globalThis.navigator as { readonly hardwareConcurrency?: number } | undefined)?.hardwareConcurrency ?? 1;
}
