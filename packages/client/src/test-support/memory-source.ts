import { createHash } from "node:crypto";
import type { OpenSource } from "../platform/upload-source.ts";

/** Bytes as a streaming source, without a disk: it takes no real time. */
export function memorySource(bytes: Uint8Array<ArrayBuffer>, piece = 7): OpenSource {
  return {
    name: "memory.bin",
    size: bytes.length,
    unfit: new AbortController().signal,
    digest: () => Promise.resolve(createHash("md5").update(bytes).digest("hex")),
    part: (start, end, onBytes) => ({
      release: () => undefined,
      content: {
        size: end - start,
        stream: () => {
          let at = start;
          return new ReadableStream({
            pull: (controller) => {
              const next = Math.min(end, at + piece);
              controller.enqueue(bytes.slice(at, next));
              at = next;
              onBytes?.(at - start);
              if (at === end) controller.close();
            },
          });
        },
      },
    }),
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
