// The tests that vitest collected in this thread, by the name that Stryker knows them under.

export interface CollectedTest {
  id: string;
  name: string;
  file: string;
  run: () => unknown;
}

const key = Symbol.for("usdkit.collected-tests");

/** Returns the tests that this thread has collected; the list is shared by all modules of the thread. */
export function collectedTests(): CollectedTest[] {
  const shared = globalThis as unknown as Record<symbol, CollectedTest[] | undefined>;
  return (shared[key] ??= []);
}
