import type { StreamedFile } from "../platform/streamed-file.ts";

/** A multipart form that is generated while it is sent. */
export interface StreamedForm {
  /** Content type, with the boundary. */
  readonly contentType: string;
  /** Size of the whole form, in bytes. */
  readonly length: number;
  /** Returns the bytes from the start; every attempt opens its own stream. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

type Piece = Uint8Array<ArrayBuffer>;

/**
 * Builds a form (RFC 7578) of fields followed by a file whose bytes are read as they are sent. `FormData` accepts
 * only Blobs: a part would be whole in memory, or be read in pieces so small that it takes twice as long.
 */
export function streamedForm(
  fields: readonly (readonly [name: string, value: string])[],
  file: StreamedFile,
  fileName: string,
  type: string,
): StreamedForm {
  // Random: a file that contains it would end the form.
  const boundary = `form-${Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("")}`;
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${escape(name)}"\r\n\r\n${value}\r\n`,
  );
  const opening = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escape(fileName)}"\r\nContent-Type: ${type}\r\n\r\n`;
  const head = new TextEncoder().encode(parts.join("") + opening);
  const tail = new TextEncoder().encode(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + file.size + tail.length,
    stream: () => between(head, file, tail),
  };
}

function between(head: Piece, file: StreamedFile, tail: Piece): ReadableStream<Piece> {
  const reader = file.stream().getReader();
  let left = file.size;
  let isBegun = false;
  return new ReadableStream<Piece>(
    {
      pull: async (controller) => {
        if (!isBegun) {
          isBegun = true;
          controller.enqueue(head);
          return;
        }
        const { done, value } = await reader.read();
        left -= value?.length ?? 0;
        // Too few or too many bytes: fail rather than send a wrong part.
        if (left < 0 || (done && left > 0)) throw new Error(`a file of ${file.size} bytes gave ${file.size - left}`);
        if (!done) {
          controller.enqueue(value);
          return;
        }
        controller.enqueue(tail);
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Escapes names as browsers do in forms (HTML, "multipart/form-data encoding algorithm"). */
function escape(name: string): string {
  return name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");
}
