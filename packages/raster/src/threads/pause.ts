/** Letting others have the thread for a moment: timers, signals, input. */

/** Milliseconds of work between two pauses. */
const WORK = 12;

/** Resolves after what waits in the event loop had its turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") {
      setImmediate(resolve);
      return;
    }
    // A timer of a browser waits for at least 4 ms when timers follow each other.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}

/** A function to be called often: now and then it lets others have the thread, and it throws once the signal says stop. */
export function pauser(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let last = performance.now();
  signal?.throwIfAborted();
  return () => {
    if (performance.now() - last < WORK) return undefined;
    return turn().then(() => {
      last = performance.now();
      signal?.throwIfAborted();
    });
  };
}
