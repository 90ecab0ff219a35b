/** Long work in slices, so that other requests are answered between them. */

/** Milliseconds of a slice. */
const SLICE = 20;

/** Returns a function that waits for other work if the slice has ended; call it often. */
export function pauses(): () => Promise<void> {
  let end = performance.now() + SLICE;
  return async () => {
    if (performance.now() < end) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    end = performance.now() + SLICE;
  };
}
