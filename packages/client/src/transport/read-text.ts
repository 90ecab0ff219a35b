/** The text of an answer; undefined when it has more than `limit` bytes. @throws What the stream throws when it is cut. */
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
      // Not awaited: a stream may take as long as it likes to be cancelled.
      reader.cancel().catch(() => {});
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Lets go of an answer's body, so that its connection is free. */
export function dropBody(response: Response): void {
  response.body?.cancel().catch(() => {});
}
