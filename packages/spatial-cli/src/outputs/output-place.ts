/** Checks the output location before anything is sent, so that no render is paid for that cannot be saved. */
import { fs, path } from "@usdkit/command/process/builtins";
import { describeIoError, IoError } from "@usdkit/command/cli/errors";

/** @throws {IoError} if no file can be created there. */
export function checkFilePlace(file: string): void {
  try {
    const stats = fs.statSync(file, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) throw new Error("it is a folder: expected the name of a file");
    fs.accessSync(stats === undefined ? path.dirname(path.resolve(file)) : file, fs.constants.W_OK);
  } catch (error) {
    throw new IoError(`${file}: ${describePlace(error)}`);
  }
}

/**
 * Creates the folder of a file that others are kept next to.
 *
 * @throws {IoError} if no file can be created there, or it is a pipe or a device
 */
export function makeFilePlace(file: string): void {
  const place = path.resolve(file);
  makeFolder(path.dirname(place));
  checkFilePlace(file);
  // `/dev/stdout` is a link to a file if the shell writes to one.
  const isDevice =
    /^\/(?:dev|proc)\//u.test(place) || fs.statSync(place, { throwIfNoEntry: false })?.isFile() === false;
  if (isDevice) {
    throw new IoError(`${file}: it is a pipe or a device: expected the name of a file, next to which others are kept`);
  }
}

/** Creates the folder if it is missing. @throws {IoError} if it cannot be created or written to. */
export function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, fs.constants.W_OK);
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === "EEXIST";
    throw new IoError(`${folder}: ${isTaken ? "it is a file: expected a folder" : describePlace(error)}`);
  }
}

function describePlace(error: unknown): string {
  return (error as NodeJS.ErrnoException).code === "ENOENT" ? "no such folder" : describeIoError(error);
}
