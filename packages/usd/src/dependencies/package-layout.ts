/** The places of files in a package, and the asset paths that change with them. */
import { formatLayerName, parseLayerName } from "../open/layer-name.ts";
import type { Dependencies } from "./find-dependencies.ts";
import { baseOf, folderOf, relativePath, resolvePath } from "../open/paths.ts";

/** What {@link packageLayout} returns. */
export interface PackageLayout {
  /** The path in the package of each file. */
  readonly places: ReadonlyMap<string, string>;
  /** For each layer, the asset paths that do not lead to the place of their file: from authored to new. */
  readonly changes: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** The folder in a package for files from outside of the root layer's folder. */
const OUTSIDE = "outside";

/**
 * Returns the layout of a package: files keep their path in the folder of the root layer; those outside of it get a numbered
 * folder for each of theirs, so that neighbours stay neighbours and no two names collide.
 */
export function packageLayout({ layers, assets, links }: Dependencies): PackageLayout {
  const files = [...layers, ...assets];
  const inside = files.filter((file) => !isOutside(file));
  const top = freeFolder(inside);
  const folders = [...new Set(files.filter(isOutside).map(folderOf))].sort();
  const placeOf = (file: string): string =>
    isOutside(file) ? `${top}/${folders.indexOf(folderOf(file))}/${baseOf(file)}` : file;
  const places = new Map(files.map((file) => [file, placeOf(file)]));
  const changes = new Map<string, Map<string, string>>();
  for (const { layer, authored, files: found, isPattern } of links) {
    const [first] = found;
    if (first === undefined) continue;
    const { file, inner } = parseLayerName(authored);
    const folder = folderOf(placeOf(layer));
    // A pattern stays one, in the folder of its files.
    const target = isPattern ? resolvePath(folderOf(placeOf(first)), baseOf(file)) : placeOf(first);
    if (resolvePath(folder, file) === target) continue;
    const way = relativePath(folder, target);
    const path = formatLayerName({ file: way.startsWith("../") ? way : `./${way}`, inner });
    const ofLayer = changes.get(layer);
    if (ofLayer === undefined) changes.set(layer, new Map([[authored, path]]));
    else ofLayer.set(authored, path);
  }
  return { places, changes };
}

/** Whether a path of the dependencies leads out of the folder of the root layer. */
function isOutside(file: string): boolean {
  return file.startsWith("../") || file.startsWith("/");
}

/** Returns a name that no file of the folder begins with. */
function freeFolder(inside: readonly string[]): string {
  const taken = new Set(inside.map((file) => file.split("/", 1)[0]));
  let name = OUTSIDE;
  for (let i = 2; taken.has(name); i++) name = `${OUTSIDE}-${i}`;
  return name;
}
