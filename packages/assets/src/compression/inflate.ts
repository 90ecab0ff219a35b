import { AssetError } from "../errors/asset-error.ts";

/** Bytes passed to the decompressor per step; its output is checked before the next step. */
const FEED = 1 << 16;
/** The same until the header is read: a kilobyte decompresses to at most one megabyte. */
const FIRST_FEED = 1 << 10;

/**
 * Unpacks gzip, zlib or a raw deflate stream with a bound: `expect` is asked once, with the first bytes (at least `head` of them), how
 * many there may be in all. Nothing is kept beyond that, so a file that unpacks without end costs at most what it may hold.
 *
 * @throws AssetError `malformed` if the data is not of the format, is truncated, or exceeds the bound
 */
export async function inflate(
  bytes: Uint8Array,
  { format, head }: { readonly format: "gzip" | "deflate" | "deflate-raw"; readonly head: number },
  expect: (first: Uint8Array) => number,
): Promise<Uint8Array> {
  let asked = false;
  const stream = new DecompressionStream(format);
  const fed = feed(stream, bytes, () => (asked ? FEED : FIRST_FEED));
  const reader = (stream.readable as ReadableStream<Uint8Array>).getReader();
  let data = new Uint8Array(head);
  let length = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      let rest = value;
      while (rest.length > 0) {
        if (length === data.length) {
          if (asked) {
            const message = `it unpacks to more than the ${data.length} bytes that its header declares.`;
            throw new AssetError("malformed", message, { where: format });
          }
          const all = new Uint8Array(Math.max(head, expect(data)));
          all.set(data);
          data = all;
          asked = true;
          if (length === data.length) continue;
        }
        const part = rest.subarray(0, data.length - length);
        data.set(part, length);
        length += part.length;
        rest = rest.subarray(part.length);
      }
    }
    await fed;
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    await fed.catch(() => undefined);
    if (error instanceof AssetError) throw error;
    const message = "the compressed data is damaged or cut.";
    throw new AssetError("malformed", message, { where: format, cause: error });
  }
  return data.subarray(0, length);
}

async function feed(stream: DecompressionStream, bytes: Uint8Array, size: () => number): Promise<void> {
  const writer = stream.writable.getWriter();
  for (let offset = 0; offset < bytes.length;) {
    // A copy: streams do not accept views of shared memory.
    const slice = bytes.slice(offset, offset + size());
    offset += slice.length;
    await writer.write(slice);
  }
  await writer.close();
}
