/** Everything that a root layer depends on: layers, textures and other files. */
import { openLayer } from "../open/open-layer.ts";
import { parseLayerName } from "../open/layer-name.ts";
import { assetPathsOf } from "./asset-paths.ts";

/** Files, by paths with `/` relative to the folder of the root layer; `../x` is outside of it. */
export interface DependencyFiles {
  /** The bytes of a file, undefined if there is none. */
  read(path: string): Uint8Array | undefined;
  /** Names of the files in a folder, in any order; for the tiles of textures. */
  list(folder: string): readonly string[];
}

/** How {@link findDependencies} searches. */
export interface DependencyOptions {
  /** Folders that names without `./` are looked up in, after the folder of the layer. */
  readonly searchPaths?: readonly string[] | undefined;
}

/** What {@link findDependencies} returns: paths with `/` relative to the folder of the root layer, sorted. */
export interface Dependencies {
  /** Layers and packages, the root among them. */
  readonly layers: readonly string[];
  /** Textures and other files. */
  readonly assets: readonly string[];
  /** Paths that lead to no file. */
  readonly missing: readonly string[];
  /** Layers that could not be read, with the reason. */
  readonly unreadable: readonly { readonly path: string; readonly message: string }[];
}

const LAYER_NAME = /\.usd[acz]?$/iu;
/** The number of a tile, four digits from 1001 on. */
const TILE_MARK = "<UDIM>";
const TILE = /^1\d{3}$/u;
/** A path on another machine, or one that needs a site's resolver. */
const URL = /^[a-z][a-z\d+.-]+:/iu;

/**
 * Finds what a root layer depends on, also through other layers. Packages are taken whole.
 *
 * @param root path of the root layer; its folder is what all paths are relative to
 */
export function findDependencies(root: string, files: DependencyFiles, options: DependencyOptions = {}): Dependencies {
  const layers = new Set<string>();
  const assets = new Set<string>();
  const missing = new Set<string>();
  const unreadable: { readonly path: string; readonly message: string }[] = [];
  const waiting = [root];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (layers.has(path)) continue;
    const bytes = files.read(path);
    if (bytes === undefined) {
      missing.add(path);
      continue;
    }
    layers.add(path);
    if (/\.usdz$/iu.test(path)) continue;
    const { layer, ok, diagnostics } = openLayer(bytes);
    if (!ok) unreadable.push({ path, message: diagnostics[0]?.message ?? "it cannot be read" });
    for (const authored of assetPathsOf(layer)) {
      // An expression has no value without composition.
      if (authored.path.startsWith("`")) continue;
      const found = locate(parseLayerName(authored.path).file, path, files, options.searchPaths ?? []);
      if (found.length === 0)
        missing.add(URL.test(authored.path) ? authored.path : resolvePath(folderOf(path), authored.path));
      for (const each of found) {
        if (authored.isLayer || LAYER_NAME.test(each)) waiting.push(each);
        else assets.add(each);
      }
    }
  }
  const sorted = (paths: Iterable<string>): readonly string[] => [...paths].sort();
  return { layers: sorted(layers), assets: sorted(assets), missing: sorted(missing), unreadable };
}

/** Returns the files of an asset path; several for the tiles of a texture. */
function locate(
  authored: string,
  layer: string,
  files: DependencyFiles,
  searchPaths: readonly string[],
): readonly string[] {
  if (URL.test(authored)) return [];
  const isAnchored = /^\.{0,2}\//u.test(authored);
  const folders = isAnchored ? [folderOf(layer)] : [folderOf(layer), ...searchPaths];
  for (const folder of folders) {
    const path = resolvePath(folder, authored);
    if (path.includes(TILE_MARK)) {
      const tiles = tilesOf(path, files);
      if (tiles.length > 0) return tiles;
    } else if (files.read(path) !== undefined) return [path];
  }
  return [];
}

function tilesOf(path: string, files: DependencyFiles): readonly string[] {
  const folder = folderOf(path);
  const name = path.slice(folder === "" ? 0 : folder.length + 1);
  const [before = "", after = ""] = name.split(TILE_MARK);
  return files
    .list(folder)
    .filter(
      (file) =>
        file.startsWith(before) &&
        file.endsWith(after) &&
        TILE.test(file.slice(before.length, file.length - after.length)),
    )
    .map((file) => resolvePath(folder, file));
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** `b/../c` in the folder `a` is `a/c`; what leads above the start keeps its `..`. */
function resolvePath(folder: string, path: string): string {
  if (path.startsWith("/")) return path;
  const parts: string[] = [];
  for (const part of [...folder.split("/"), ...path.split("/")]) {
    if (part === "" || part === ".") continue;
    const last = parts.at(-1);
    if (part === ".." && last !== undefined && last !== "..") parts.pop();
    else parts.push(part);
  }
  return (folder.startsWith("/") ? "/" : "") + parts.join("/");
}
