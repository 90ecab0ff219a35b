import { FileError, type SavedFile, type SaveOptions, type SpatialClient } from "@usdkit/client";
import { fs, path } from "@usdkit/command/process/builtins";
import { describeIoError } from "@usdkit/command/cli/errors";

/**
 * Saves the result at a URL. A pipe or a device (`/dev/stdout`) is written after the download is complete; it cannot be
 * replaced as a file is.
 *
 * @throws {FileError} if it cannot be written; otherwise as the client's `saveFile`.
 */
export async function saveResult(
  client: SpatialClient,
  url: string,
  place: string,
  options: SaveOptions,
): Promise<SavedFile> {
  const before = fs.statSync(place, { throwIfNoEntry: false });
  if (before?.isFile() !== false) {
    // A link stays a link; `/dev/stdout` is one.
    const isLink = before !== undefined && fs.lstatSync(place).isSymbolicLink();
    const target = isLink ? fs.realpathSync(place) : place;
    const { path: saved, size } = await client.saveFile(url, target, options);
    // An image of another type has another name.
    return { path: path.basename(saved) === path.basename(target) ? place : saved, size };
  }
  const { tmpdir } = process.getBuiltinModule("node:os");
  const folder = fs.mkdtempSync(path.join(tmpdir(), "spatial-"));
  try {
    const { path: whole, size } = await client.saveFile(url, path.join(folder, "result"), options);
    try {
      fs.writeFileSync(place, fs.readFileSync(whole), { flag: "w" });
    } catch (error) {
      throw new FileError(`${place} could not be written: ${describeIoError(error)}.`, { cause: error });
    }
    return { path: place, size };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
