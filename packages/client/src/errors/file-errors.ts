/** Errors about files, on this machine and on their way. */
import { SpatialError } from "./errors.ts";

/**
 * The file is not the one any more that was begun with: another size, another time of change, or other bytes. What was sent of
 * it is of no use.
 */
export class FileChangedError extends SpatialError {
  override readonly name = "FileChangedError";
}

/** A fault of this machine while a file was read or written: the disk is full, a medium fails. `cause` is the system's error. */
export class FileError extends SpatialError {
  override readonly name = "FileError";
}
