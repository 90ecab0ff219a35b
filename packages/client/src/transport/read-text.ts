/** Returns the text of an answer; undefined if it exceeds `limit` bytes. @throws The stream's error if it is cut. */
export async function readText(response: Response, limit: number): Promise<string | undefined> {
  const { body } = response;
  if (body === null) return "";
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > limit) {
      // Not awaited: cancelling a stream may take any time.
      reader.cancel().catch(() => {});
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Discards an answer's body, so that its connection is free. */
export function dropBody(response: Response): void {
  response.body?.cancel().catch(() => {});
}
