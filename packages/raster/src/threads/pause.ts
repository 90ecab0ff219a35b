/** Yields to the event loop: timers, signals, input. */

/** Milliseconds of work between two pauses. */
const WORK = 12;

/** Resolves after pending events of the event loop were handled. */
export function yieldToEventLoop(): Promise<void> {
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

/** Returns a function to call often: it yields to the event loop every few milliseconds, and throws once the signal is aborted. */
export function pauser(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let last = performance.now();
  signal?.throwIfAborted();
  return () => {
    if (performance.now() - last < WORK) return undefined;
    return yieldToEventLoop().then(() => {
      last = performance.now();
      signal?.throwIfAborted();
    });
  };
}
