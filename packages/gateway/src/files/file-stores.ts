import type { FileStore } from "./file-store.ts";
import type { PartStore } from "./part-store.ts";

/** Where the service keeps files and parts of uploads. */
export interface FileStores {
  readonly files: FileStore;
  readonly parts: PartStore;
}
