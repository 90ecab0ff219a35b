/** Errors about files, on this machine and in transfer. */
import { SpatialError } from "./errors.ts";

/**
 * The file has changed since the operation began: another size, another modification time, or other bytes. The bytes
 * that were sent cannot be used.
 */
export class FileChangedError extends SpatialError {
  override readonly name = "FileChangedError";
}

/**
 * Reading or writing a file failed on this machine: the disk is full, a medium fails. `cause` is the system's error.
 */
export class FileError extends SpatialError {
  override readonly name = "FileError";
}
