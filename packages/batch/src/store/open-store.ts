/** Opens the cache at a folder or an address. */
import { path } from "@usdkit/command/process/builtins";
import { OBJECTS } from "../options/batch-options.ts";
import { AnswerStore } from "./answer-store.ts";
import { FolderBlobs } from "./folder-blobs.ts";

/**
 * Opens a cache: a folder, or `s3://bucket/prefix`.
 *
 * @param location a folder is absolute
 * @param secret signs what is written; what others have written with another one counts as none
 * @param part see {@link AnswerStore}
 * @throws {IoError} for an address that is none, and without credentials
 */
export async function openAnswerStore(
  location: string,
  secret: string,
  env: Readonly<Record<string, string | undefined>>,
  part?: string,
): Promise<AnswerStore> {
  if (!location.startsWith(OBJECTS)) {
    return new AnswerStore(new FolderBlobs(path.resolve(location)), location, secret, part);
  }
  const { ObjectBlobs } = await import("./object-blobs.ts");
  return new AnswerStore(new ObjectBlobs(location, env), location, secret, part);
}
