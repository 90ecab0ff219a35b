/** From mesh ids to files: `<id>.glb`, `.ply` or `.spz` in a folder, or what a JSON map says. */
import { fs, path } from "@usdkit/command/builtins";
import { describeIoError, IoError } from "@usdkit/command/cli/errors";

const EXTENSIONS: readonly string[] = [".glb", ".ply", ".spz"];
/** As much as a buffer holds. */
const MOST_BYTES = 2 ** 31 - 1;
/** Names that Windows gives to devices. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The bytes of a mesh id's file; undefined where there is none. */
export type FindAsset = (meshId: string) => Uint8Array | undefined;

/** @throws {IoError} where `place` is neither a folder nor a JSON map */
export function assetFinder(place: string): FindAsset {
  let isFolder: boolean;
  try {
    isFolder = fs.statSync(place).isDirectory();
  } catch (error) {
    throw new IoError(`${place}: ${describeIoError(error)}`);
  }
  return isFolder ? inFolder(place) : inMap(place);
}

function inFolder(folder: string): FindAsset {
  return (meshId) => {
    if (!isFileName(meshId)) return undefined;
    const files = EXTENSIONS.map((extension) => path.join(folder, meshId + extension)).filter((file) =>
      fs.existsSync(file),
    );
    const [file, other] = files;
    if (file === undefined) return undefined;
    if (other !== undefined) throw new IoError(`${file} and ${other} are both there: which is ${meshId}?`);
    return readAsset(file);
  };
}

/** Paths in a map are relative to it. */
function inMap(map: string): FindAsset {
  const entries = readMap(map);
  return (meshId) => {
    const file = entries.get(meshId);
    return file === undefined ? undefined : readAsset(path.resolve(path.dirname(map), file));
  };
}

function readMap(map: string): ReadonlyMap<string, string> {
  let json: unknown;
  try {
    json = JSON.parse(fs.readFileSync(map, "utf8"));
  } catch (error) {
    throw new IoError(`${map}: ${error instanceof SyntaxError ? `no JSON: ${error.message}` : describeIoError(error)}`);
  }
  const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
  const entries = isObject ? Object.entries(json as object) : [];
  const wrong = entries.find(([, file]) => typeof file !== "string");
  if (isObject && wrong === undefined) return new Map(entries as [string, string][]);
  throw new IoError(
    `${map}: an object was expected that gives mesh ids their files: { "chair-01": "models/chair.glb" }`,
  );
}

/** Whether an id is the name of a file and nothing else: it comes from the scene, and must not lead out of the folder. */
export function isFileName(meshId: string): boolean {
  if (meshId === "" || meshId.length > 200 || meshId.startsWith(".") || /[\\/:*?"<>|\p{Cc}]/u.test(meshId))
    return false;
  return !DEVICES.test(meshId);
}

function readAsset(file: string): Uint8Array {
  try {
    const stats = fs.statSync(file);
    // A pipe may never end, and a device neither.
    if (!stats.isFile()) throw new Error("it is no file");
    if (stats.size > MOST_BYTES) throw new Error(`${stats.size} bytes are more than can be read`);
    return fs.readFileSync(file);
  } catch (error) {
    throw new IoError(`${file}: ${describeIoError(error)}`);
  }
}
