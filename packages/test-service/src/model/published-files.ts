/** Contents of the files that the service publishes. */
import { makePng } from "../images/png.ts";
import type { PublishedFile } from "../states/surroundings.ts";

/** @param size Bytes of splats and models. */
export function bytesOf(file: PublishedFile, size: number): Uint8Array {
  switch (file.kind) {
    case "upload":
      return file.bytes;
    case "image":
      return makePng(...file.resolution);
    case "ply":
      return someBytes("ply\n", size);
    case "spz":
      return someBytes("\u001f\u008b", size);
    case "model":
      return someBytes("glTF", size);
    case "lod":
      return Buffer.from(JSON.stringify({ levels: [] }));
  }
}

/** Bytes that differ by position, so that a wrongly assembled download is detected. */
function someBytes(start: string, size: number): Uint8Array {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE(Math.imul(at + 1, 0x9e37_79b1) >>> 0, at);
  bytes.write(start, "latin1");
  return bytes;
}
