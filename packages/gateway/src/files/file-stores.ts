import type { FileStore } from "./file-store.ts";
import type { PartStore } from "./part-store.ts";

/** The stores of files and of upload parts. */
export interface FileStores {
  readonly files: FileStore;
  readonly parts: PartStore;
}
