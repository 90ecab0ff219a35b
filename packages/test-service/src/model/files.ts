/** The files that the service serves by URL: uploads, images, splats, models. */
import { createHash } from "node:crypto";
import type { Names } from "./names.ts";

export interface ServedFile {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly type: string;
  /** ETag, including its quotes. */
  readonly etag: string;
}

export class Files {
  readonly #names: Names;
  readonly #origin: () => string;
  readonly #byPath = new Map<string, ServedFile>();

  constructor(names: Names, origin: () => string) {
    this.#names = names;
    this.#origin = origin;
  }

  /** @returns The URL: the name is its last segment, so that it keeps its extension. */
  put(name: string, bytes: Uint8Array, type: string = typeOf(name)): string {
    const path = `/files/${this.#names.secret("file")}/${encodeURIComponent(name)}`;
    const url = `${this.#origin()}${path}`;
    this.#byPath.set(path, { url, bytes, type, etag: etagOf(bytes) });
    return url;
  }

  /**
   * Replaces the bytes at a URL, as when a file is regenerated.
   *
   * @throws RangeError if nothing is served there.
   */
  replace(url: string, bytes: Uint8Array): void {
    const path = new URL(url).pathname;
    const file = this.#byPath.get(path);
    if (file === undefined) throw new RangeError(`no file at ${url}`);
    this.#byPath.set(path, { ...file, bytes, etag: etagOf(bytes) });
  }

  remove(url: string): void {
    this.#byPath.delete(new URL(url).pathname);
  }

  get(path: string): ServedFile | undefined {
    return this.#byPath.get(path);
  }
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash("md5").update(bytes).digest("hex")}"`;
}

const TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  mp4: "video/mp4",
  mov: "video/quicktime",
  glb: "model/gltf-binary",
  json: "application/json",
};

function typeOf(name: string): string {
  return TYPES[extensionOf(name)] ?? "application/octet-stream";
}

/** Returns the extension of a name, path or URL, in lower case and without the dot. */
export function extensionOf(name: string): string {
  const path = name.split(/[?#]/, 1)[0] ?? "";
  const last = path.slice(path.lastIndexOf("/") + 1);
  const dot = last.lastIndexOf(".");
  return dot < 0 ? "" : last.slice(dot + 1).toLowerCase();
}
