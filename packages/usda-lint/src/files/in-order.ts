/** Results in the order of their texts, whichever is ready first. */

/** A result, or one that a worker will have; `bytes` are held until then. */
export type Started<T> = { readonly result: T } | { readonly pending: Promise<T>; readonly bytes: number };

/** Bytes of texts in memory at a time, unless a single one is longer. */
const MAX_BYTES_HELD = 64 << 20;

/**
 * Yields results in the order in which they were started.
 *
 * @param window Returns how many may be held at a time; asked again for each.
 */
export async function* inOrder<T>(started: AsyncIterable<Started<T>>, window: () => number): AsyncGenerator<T> {
  const held: { readonly result: Promise<T>; readonly bytes: number }[] = [];
  let bytes = 0;
  for await (const next of started) {
    if ("result" in next && held.length === 0) {
      yield next.result;
      continue;
    }
    const size = "pending" in next ? next.bytes : 0;
    held.push({ result: "pending" in next ? next.pending : Promise.resolve(next.result), bytes: size });
    bytes += size;
    while (held.length > window() || (bytes > MAX_BYTES_HELD && held.length > 1)) {
      const first = held.shift();
      if (first === undefined) break;
      bytes -= first.bytes;
      yield await first.result;
    }
  }
  for (const { result } of held) yield await result;
}
