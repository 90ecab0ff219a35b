import type { FileStores } from "./file-stores.ts";
import { FolderFiles } from "./folder-files.ts";
import { FolderParts } from "./folder-parts.ts";

/** The location of files. */
export interface FilesSettings {
  readonly data: string;
  /** A folder, or `s3://bucket/prefix`; undefined for the folder `data`. */
  readonly files: string | undefined;
  /** Endpoint of an S3-compatible store other than Amazon's. */
  readonly filesEndpoint: string | undefined;
}

/**
 * Opens the service's files, in a folder or in an object store, whose code is loaded on demand.
 *
 * @throws {StorageError} if the store cannot be used.
 */
export async function openFiles({ data, files, filesEndpoint }: FilesSettings): Promise<FileStores> {
  if (files?.startsWith("s3://") === true) {
    const { openObjects } = await import("./s3/open-objects.ts");
    return openObjects(data, files, filesEndpoint, process.env);
  }
  const folder = files ?? data;
  return { files: await FolderFiles.open(folder), parts: await FolderParts.open(folder) };
}
