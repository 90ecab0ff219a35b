/** From mesh ids to files: `<id>.glb`, `.ply`, `.spz`, `.sog` or `.splat` in a folder, or the entries of a JSON map. */
import type { Stats } from "node:fs";
import { describeIoError, IoError } from "../cli/errors.ts";
import { fs, path } from "../process/builtins.ts";

const EXTENSIONS: readonly string[] = [".glb", ".ply", ".compressed.ply", ".spz", ".sog", ".splat"];
/** Splats that are not supported. */
const KSPLAT = ".ksplat";
/** Limit of a buffer. */
const MAX_BYTES = 2 ** 31 - 1;
/** Names that Windows gives to devices. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Returns the bytes of the file of a mesh id; undefined if there is none. */
export type FindAsset = (meshId: string) => Uint8Array | undefined;

/** Returns the path of the file of a mesh id; undefined if there is none. */
export type LocateAsset = (meshId: string) => string | undefined;

/**
 * Returns the finder of a folder or a JSON map.
 *
 * @param name For messages.
 * @param place Absolute.
 * @throws {IoError} if it is neither.
 */
export function assetFinder(name: string, place: string): FindAsset {
  const locate = assetLocator(name, place);
  return (meshId) => {
    const file = locate(meshId);
    return file === undefined ? undefined : readAsset(file);
  };
}

/** As {@link assetFinder}, without reading the files. */
export function assetLocator(name: string, place: string): LocateAsset {
  let isFolder: boolean;
  try {
    isFolder = fs.statSync(place).isDirectory();
  } catch (error) {
    throw new IoError(`${name}: ${describeIoError(error)}`);
  }
  return isFolder ? inFolder(place) : inMap(name, place);
}

function inFolder(folder: string): LocateAsset {
  return (meshId) => {
    if (!isFileName(meshId)) return undefined;
    const files = EXTENSIONS.map((extension) => path.join(folder, meshId + extension)).filter((file) =>
      fs.existsSync(file),
    );
    const [file, other] = files;
    if (file === undefined) {
      const unread = path.join(folder, meshId + KSPLAT);
      if (fs.existsSync(unread)) rejectKsplat(unread);
      return undefined;
    }
    if (other !== undefined)
      throw new IoError(`Two files for the mesh "${meshId}": ${file} and ${other}; remove one of them`);
    return file;
  };
}

/** Paths in a map are relative to it. */
function inMap(name: string, map: string): LocateAsset {
  const entries = readMap(name, map);
  return (meshId) => {
    const file = entries.get(meshId);
    if (file === undefined) return undefined;
    rejectKsplat(file);
    return path.resolve(path.dirname(map), file);
  };
}

function readMap(name: string, map: string): ReadonlyMap<string, string> {
  let json: unknown;
  try {
    json = JSON.parse(fs.readFileSync(map, "utf8"));
  } catch (error) {
    throw new IoError(
      `${name}: ${error instanceof SyntaxError ? `invalid JSON: ${error.message}` : describeIoError(error)}`,
    );
  }
  const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
  const entries = isObject ? Object.entries(json as object) : [];
  const wrong = entries.find(([, file]) => typeof file !== "string");
  if (isObject && wrong === undefined) return new Map(entries as [string, string][]);
  throw new IoError(`${name}: expected an object with a file for each mesh id: { "chair-01": "models/chair.glb" }`);
}

/** Whether an id is a plain file name: it comes from the scene, and must not lead out of the folder. */
export function isFileName(meshId: string): boolean {
  if (meshId === "" || meshId.length > 200 || meshId.startsWith(".") || /[\\/:*?"<>|\p{Cc}]/u.test(meshId))
    return false;
  return !DEVICES.test(meshId);
}

/** The command has no name of the file: a scene chooses mesh ids, and a shell would run what they hold. */
function rejectKsplat(file: string): void {
  if (!file.toLowerCase().endsWith(KSPLAT)) return;
  const command = "npx @playcanvas/splat-transform in.ksplat out.spz";
  throw new IoError(`${file}: .ksplat files are not supported; convert it to SPZ: ${command}`);
}

function readAsset(file: string): Uint8Array {
  try {
    checkStats(fs.statSync(file));
    return fs.readFileSync(file);
  } catch (error) {
    throw new IoError(`${file}: ${describeIoError(error)}`);
  }
}

/**
 * Returns the bytes of an asset's file, without blocking.
 *
 * @throws {IoError} if it cannot be read or is too large.
 */
export async function readAssetFile(file: string): Promise<Uint8Array> {
  try {
    checkStats(await fs.promises.stat(file));
    return await fs.promises.readFile(file);
  } catch (error) {
    throw new IoError(`${file}: ${describeIoError(error)}`);
  }
}

function checkStats(stats: Stats): void {
  // A pipe may never end, and a device neither.
  if (!stats.isFile()) throw new Error("not a regular file");
  if (stats.size > MAX_BYTES) throw new Error(`${stats.size} bytes exceed the limit of ${MAX_BYTES}`);
}
