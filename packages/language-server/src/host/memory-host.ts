/** A host for a browser: files that the page gives it, and no others. */
import { encodeUtf8 } from "@usdkit/base";
import type { CheckOptions } from "@usdkit/validate";
import type { DocumentSettings, FileStatus, Host } from "./host.ts";

/** Files by URI, and the options of all checks. */
export interface MemoryHostOptions {
  /** May change while the server runs. Without it documents are not composed. */
  readonly files?: ReadonlyMap<string, Uint8Array | string> | undefined;
  readonly check?: CheckOptions | undefined;
}

/**
 * Returns a host over files in memory.
 *
 * @example
 * serve(connection, memoryHost({ files: new Map([["file:///chair.usda", "#usda 1.0\n"]]) }));
 */
export function memoryHost({ files: given, check = {} }: MemoryHostOptions = {}): Host {
  const files: NonNullable<MemoryHostOptions["files"]> = given ?? new Map();
  const bytesOf = (uri: string): Uint8Array | undefined => {
    const content = files.get(uri);
    return typeof content === "string" ? encodeUtf8(content) : content;
  };
  const below = (folder: string): string[] => {
    const prefix = folder.endsWith("/") ? folder : `${folder}/`;
    return [...files.keys()].filter((uri) => uri.startsWith(prefix)).map((uri) => uri.slice(prefix.length));
  };
  return {
    hasFiles: given !== undefined,
    async status(uri: string): Promise<FileStatus | undefined> {
      const bytes = bytesOf(uri);
      if (bytes !== undefined) return { kind: "file", size: bytes.length, version: `${bytes.length}` };
      return below(uri).length > 0 ? { kind: "folder", size: 0, version: "" } : undefined;
    },
    async readFile(uri: string, maxBytes: number): Promise<Uint8Array | undefined> {
      const bytes = bytesOf(uri);
      return bytes === undefined || bytes.length > maxBytes ? undefined : bytes;
    },
    async readFolder(uri: string): Promise<readonly string[]> {
      return [...new Set(below(uri).map((path) => path.replace(/\/.*$/, "/")))];
    },
    async findLayers(folderUri: string, limit: number): Promise<readonly string[]> {
      const folder = folderUri.endsWith("/") ? folderUri : `${folderUri}/`;
      return below(folder)
        .filter((path) => /\.usda?$/.test(path))
        .slice(0, limit)
        .map((path) => folder + path);
    },
    async settings(): Promise<DocumentSettings> {
      return { check, isIgnored: false };
    },
    forgetSettings(): void {},
  };
}
