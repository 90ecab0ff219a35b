import type { FileStores } from "./file-stores.ts";
import { FolderFiles } from "./folder-files.ts";
import { FolderParts } from "./folder-parts.ts";

/** Where files are to be. */
export interface FilesSettings {
  readonly data: string;
  /** A folder, or `s3://bucket/prefix`; undefined for the folder `data`. */
  readonly files: string | undefined;
  /** Of an S3-compatible store that is not Amazon's. */
  readonly filesEndpoint: string | undefined;
}

/**
 * Opens the files of the service, in a folder or in a store of objects, which is loaded only then.
 *
 * @throws {StorageError} where the store cannot be used.
 */
export async function openFiles({ data, files, filesEndpoint }: FilesSettings): Promise<FileStores> {
  if (files?.startsWith("s3://") === true) {
    const { openObjects } = await import("./s3/open-objects.ts");
    return openObjects(data, files, filesEndpoint, process.env);
  }
  const folder = files ?? data;
  return { files: await FolderFiles.open(folder), parts: await FolderParts.open(folder) };
}
